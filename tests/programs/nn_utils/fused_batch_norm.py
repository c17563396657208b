import torch
from torch import nn
torch.manual_seed(0)
conv, bn = nn.Conv2d(1, 2, 3).eval(), nn.BatchNorm2d(2).eval()
f = torch.nn.utils.fuse_conv_bn_eval(conv, bn); x = torch.randn(1, 1, 5, 5)
print(torch.allclose(f(x), bn(conv(x)), atol=1e-5), f.weight[0])
l, b1 = nn.Linear(3, 2).eval(), nn.BatchNorm1d(2).eval()
print(torch.nn.utils.fusion.fuse_linear_bn_eval(l, b1))
print(torch.nn.utils.skip_init(nn.Linear, 2, 3))
