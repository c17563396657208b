import torch
import torch.nn.functional as F

W = torch.tensor([[1.0, -1.0], [2.0, 0.5]], requires_grad=True)
b = torch.tensor([0.1, 0.2], requires_grad=True)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y = F.linear(x, W, b)
print(y, y.grad_fn.name(), y.grad_fn.next_functions)
F.relu(y).sum().backward()
print(W.grad, b.grad)
