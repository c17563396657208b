import torch

w = torch.tensor(2.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
h = w * w
a = h * 2
b = h * w
a.backward(retain_graph=True)
opt.step()
b.backward()
# -> w error 9 saved_changed
