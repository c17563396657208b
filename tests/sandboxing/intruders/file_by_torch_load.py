import torch
torch.load("/etc/passwd")
print("ESCAPED")
