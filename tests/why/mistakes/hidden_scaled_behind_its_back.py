import torch

torch.manual_seed(0)
u = torch.randn(3, 2, requires_grad=True)
v = torch.randn(2, 1, requires_grad=True)
c = torch.zeros(1, requires_grad=True)
hidden = torch.sigmoid(torch.randn(4, 3) @ u)
out = hidden @ v + c
hidden.data.mul_(0.5)
out.pow(2).mean().backward()
print(u.grad, v.grad, c.grad)
# -> v wrong 9 saved_changed_unseen
# -> u wrong 9 saved_changed_unseen
