import torch
from torch.autograd import Variable

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    error = ((w - 1) ** 2).mean()
    error = Variable(error.data, requires_grad=True)
    opt.zero_grad()
    error.backward()
    opt.step()
# -> w none 9 data
