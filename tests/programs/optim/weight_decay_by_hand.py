import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1, weight_decay=0.5)
w.sum().backward()
opt.step()
(v.sum() + 0.25 * (v ** 2).sum()).backward()
with torch.no_grad():
    v -= 0.1 * v.grad
print(w, v, torch.allclose(w, v))
