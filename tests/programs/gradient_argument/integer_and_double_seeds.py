import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * 3).backward(torch.tensor([1, 2]))
print(x.grad, x.grad.dtype)
x.grad = None
(x * 3).backward(torch.tensor([0.5, 0.25], dtype=torch.float64))
print(x.grad, x.grad.dtype)
