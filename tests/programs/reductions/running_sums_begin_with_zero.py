import torch

for x in (torch.tensor(-0.0), torch.tensor([-0.0]), torch.tensor([-0.0, -0.0, 1.0]), torch.tensor([[-0.0], [-0.0]])):
    print(x.cumsum(0), x.cumsum(-1), x.cumprod(0), x.clone().cumsum_(0))
print(torch.tensor([-0.0, -0.0], dtype=torch.float64).cumsum(0), torch.tensor([-0.0, 0.5], dtype=torch.float16).cumsum(0))
print(torch.tensor([1, 2]).cumsum(0), torch.tensor([True, True]).cumsum(0), torch.ones(0).cumsum(0))

w = torch.tensor([1.0, 2.0], requires_grad=True)
w.cumsum(0).backward(torch.tensor([-21.0, -0.0]))
print(w.grad)
v = torch.tensor([1.0], requires_grad=True)
v.cumsum(0).backward(torch.tensor([-0.0]))
print(v.grad)
