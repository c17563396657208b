import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Tanh(), nn.Linear(2, 1, bias=False))
with torch.no_grad():
    net[0].weight.copy_(torch.tensor([[1.0, -1.0], [0.5, 0.25]]))
    net[2].weight.copy_(torch.tensor([[2.0, -1.0]]))


def show(module, grad_input, grad_output):
    print(type(module).__name__, grad_input, grad_output)


for module in net:
    module.register_full_backward_hook(show)
x = torch.tensor([[0.5, 1.0]], requires_grad=True)
y = net(x)
print(y.grad_fn, y.grad_fn.next_functions)
y.sum().backward()
print(x.grad)
