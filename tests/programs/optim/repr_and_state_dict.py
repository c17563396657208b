import torch

w = torch.nn.Parameter(torch.ones(2))
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
print(opt)
w.sum().backward()
opt.step()
print(opt.state_dict())
