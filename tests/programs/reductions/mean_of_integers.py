import torch

i = torch.tensor([1, 2, 4])
print(i.sum(), i.max(), i.prod(), i.float().mean())
try:
    i.mean()
except RuntimeError as e:
    print(e)
print(torch.mean(i, dtype=torch.float32))
print(i.sum().dtype, torch.tensor([True, True]).sum())
