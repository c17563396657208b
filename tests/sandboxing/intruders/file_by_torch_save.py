import torch
torch.save({"a": torch.ones(2)}, "/tmp/escaped")
print("ESCAPED")
