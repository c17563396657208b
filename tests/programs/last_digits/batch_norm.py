import torch
from torch import nn

torch.manual_seed(0)
torch.set_printoptions(precision=9)
for norm, shape in ((nn.BatchNorm1d(9), (7, 9)), (nn.BatchNorm2d(3), (4, 3, 6, 6)), (nn.BatchNorm1d(3), (5, 3, 5))):
    nn.init.normal_(norm.weight)
    for _ in range(3):
        x = torch.randn(shape, requires_grad=True)
        norm(x).pow(3).sum().backward()
    print(norm.running_mean, norm.running_var, norm.weight.grad, norm.bias.grad)
    print(norm(x)[0, 0], x.grad.flatten()[::20])
    norm.eval()
    norm(x).sum().backward()
    print(norm(x)[0, 0], x.grad.flatten()[::20])
