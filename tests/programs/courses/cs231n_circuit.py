import torch

x = torch.tensor(-2.0, requires_grad=True)
y = torch.tensor(5.0, requires_grad=True)
z = torch.tensor(-4.0, requires_grad=True)
q = x + y
q.retain_grad()
f = q * z
f.backward()
print(f.item(), q.grad.item(), x.grad.item(), y.grad.item(), z.grad.item())
w = torch.tensor([2.0, -3.0, -3.0], requires_grad=True)
v = torch.tensor([-1.0, -2.0, 1.0], requires_grad=True)
out = 1 / (1 + torch.exp(-(w * v).sum()))
out.backward()
print(out, w.grad, v.grad)
