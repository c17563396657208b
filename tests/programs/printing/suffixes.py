import torch

print(torch.tensor([1.0], dtype=torch.float64), torch.tensor([1], dtype=torch.int32), torch.tensor([True]))
print(torch.tensor([1.0], dtype=torch.float16), torch.tensor([1], dtype=torch.uint8), torch.tensor([1], dtype=torch.int16))
x = torch.tensor([1.0], requires_grad=True)
print(x, x.double(), (x * 2).detach(), x.data, x.sum(), x.t())
print(repr(x), str(x * 2))
print([x, x * 2], {'a': x}, (x,))
