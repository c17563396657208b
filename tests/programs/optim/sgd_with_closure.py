import torch

w = torch.tensor(3.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)


def closure():
    opt.zero_grad()
    loss = (w - 1) ** 2
    loss.backward()
    return loss


for _ in range(2):
    print(opt.step(closure), w)
