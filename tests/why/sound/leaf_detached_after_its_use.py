import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0, 4.0], requires_grad=True)

loss = (w * v).sum()
w.detach_()
loss.backward(retain_graph=True)
print(w.grad, w.requires_grad, v.grad)

v.requires_grad_(False)
loss.backward(retain_graph=True)
print(w.grad, v.grad)

w.requires_grad_()
loss.backward()
print(w.grad, v.grad)
