import torch

w = torch.tensor(4.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
opt.step()
print(w, w.grad)
loss = w ** 2
loss.backward()
opt.zero_grad()
opt.step()
print(w, w.grad)
