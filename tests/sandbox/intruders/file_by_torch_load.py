import builtins, io, torch
builtins.open = io.open
torch.load("/etc/passwd")
print("ESCAPED")
