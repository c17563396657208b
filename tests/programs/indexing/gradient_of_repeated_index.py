import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
idx = torch.tensor([0, 0, 2, 0])
y = x[idx]
print(y, y.grad_fn.name())
y.backward(torch.tensor([1.0, 10.0, 100.0, 1000.0]))
print(x.grad)
