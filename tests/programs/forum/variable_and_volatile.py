import torch
from torch.autograd import Variable

x = Variable(torch.Tensor([1.0, 2.0]), requires_grad=True)
y = Variable(torch.Tensor([3.0]))
z = (x * y).sum()
z.backward()
print(x.grad.data, y.requires_grad, x.data, type(x.data))
try:
    Variable(torch.ones(1), volatile=True)
    print('accepted')
except TypeError as e:
    print(str(e).split('\n')[0])
