import torch

w = torch.tensor([1.5, -0.5], requires_grad=True)
opt = torch.optim.LBFGS([w], lr=0.5, max_iter=3)


def closure():
    opt.zero_grad()
    loss = ((w - torch.tensor([1.0, 2.0])) ** 2).sum()
    loss.backward()
    return loss


print(opt.step(closure))
print(w)
