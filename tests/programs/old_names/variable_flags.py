import torch
from torch.autograd import Variable

for flag in (1, 0, True, 2.0, None, "yes"):
    try:
        print(flag, Variable(torch.ones(2), requires_grad=flag))
    except TypeError as error:
        print(flag, error)
print(Variable(), Variable(data=torch.ones(1), volatile=0))
y = Variable(torch.tensor([2.0, 3.0]), 1) ** 2
y.sum().backward()
print(y)
Variable(torch.arange(3), requires_grad=True)
