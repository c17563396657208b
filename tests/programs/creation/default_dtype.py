import torch

print(torch.get_default_dtype(), torch.tensor(1.0).dtype)
torch.set_default_dtype(torch.float64)
print(torch.tensor(1.0), torch.zeros(2), torch.tensor(1).dtype, (torch.tensor(3) / 2))
x = torch.tensor([1.0], requires_grad=True)
(x * 2).backward()
print(x.grad)
torch.set_default_dtype(torch.float32)
print(torch.zeros(1), x)
