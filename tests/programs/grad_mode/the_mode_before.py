import torch

before = torch.set_grad_enabled(False)
print(before.prev, torch.is_grad_enabled())
torch._C._set_grad_enabled(True)
with torch.no_grad() as nothing:
    print(nothing, torch.is_grad_enabled())
block = torch.no_grad()
print(block.prev)
with block:
    print(block.prev, torch.is_grad_enabled())
print(torch.is_grad_enabled())
