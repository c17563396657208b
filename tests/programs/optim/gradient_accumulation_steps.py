import torch

w = torch.tensor(0.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
data = [1.0, 2.0, 3.0, 4.0]
for i, x in enumerate(data):
    loss = (w - x) ** 2 / 2
    loss.backward()
    if (i + 1) % 2 == 0:
        opt.step()
        opt.zero_grad()
        print(i, w)
