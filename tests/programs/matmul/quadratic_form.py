import torch

A = torch.tensor([[2.0, -1.0], [0.5, 3.0]], requires_grad=True)
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x @ A @ x
y.backward()
print(y)
print(x.grad, (A + A.t()).detach() @ x.detach())
print(A.grad)
