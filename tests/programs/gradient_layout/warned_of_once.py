import torch

w = torch.ones(3, 2, requires_grad=True)
w.grad = torch.zeros(2, 3).t()
(w * 2).sum().backward()
(w * 2).sum().backward()
print(w.grad, w.grad.stride())
row = torch.ones(1, 3, requires_grad=True)
row.grad = torch.zeros(3, 1).t()
(row * 2).sum().backward()
gaps = torch.ones(3, 4)[:, ::2].requires_grad_()
gaps.grad = torch.zeros(2, 3).t()
gaps.sum().backward(create_graph=True)
print(row.grad.stride(), gaps.grad.stride())
