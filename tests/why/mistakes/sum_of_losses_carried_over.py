import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
total = 0
for target in torch.tensor([[1.0, 0.0], [0.0, 1.0]]):
    total = total + (w - target).pow(2).sum()
    opt.zero_grad()
    total.backward()
    opt.step()
# -> total error 9 graph_freed
