import torch

w = torch.tensor([1.0, 1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss_d = (w ** 2).sum()
loss_g = (w ** 3).sum()
loss_d.backward(retain_graph=True)
opt.step()
try:
    loss_g.backward()
except RuntimeError as e:
    print(e)
print(w._version)
