import torch
from torch.autograd import gradcheck, gradgradcheck

x = torch.tensor([0.5, 1.5, 2.5], dtype=torch.double, requires_grad=True)
print(gradcheck(torch.sin, (x,)), gradcheck(torch.log, x), gradcheck(torch.softmax, (x, 0)))
print(gradgradcheck(torch.exp, (x,)))
w = torch.tensor([[1.0, 2.0, 3.0]], dtype=torch.double, requires_grad=True)
print(gradcheck(torch.nn.functional.linear, (x.view(1, 3), w)))
