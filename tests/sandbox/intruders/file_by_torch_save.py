import builtins, io, torch
builtins.open = io.open
torch.save({"a": torch.ones(2)}, "/tmp/escaped")
print("ESCAPED")
