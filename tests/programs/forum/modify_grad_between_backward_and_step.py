import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=1.0)
(w ** 2).sum().backward()
w.grad[1] = 0
w.grad *= 0.5
opt.step()
print(w, w.grad)
