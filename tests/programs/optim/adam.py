import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)
opt = torch.optim.Adam([w], lr=0.1)
for step in range(3):
    opt.zero_grad()
    ((w - torch.tensor([3.0, 0.5])) ** 2).sum().backward()
    opt.step()
    print(step, w.data)
print(opt.state[w].keys(), opt.state[w]['step'])
