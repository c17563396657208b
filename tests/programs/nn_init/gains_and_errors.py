import torch
from torch import nn

for name in ('linear', 'conv2d', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu'):
    print(name, nn.init.calculate_gain(name))
print(nn.init.calculate_gain('leaky_relu', 0.2))
w = torch.empty(2, 2)
for f in (
    lambda: nn.init.calculate_gain('swish'), lambda: nn.init.calculate_gain('leaky_relu', 'a'), lambda: nn.init.xavier_uniform_(torch.empty(3)),
    lambda: nn.init.kaiming_normal_(w, mode='fan'), lambda: nn.init.eye_(torch.empty(2)), lambda: nn.init.orthogonal_(torch.empty(2)),
    lambda: nn.init.uniform_(w, 1, 0), lambda: nn.init.normal_(w, 0, -1),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(nn.init.xavier_uniform(torch.zeros(0, 2)).shape)
print(nn.init.kaiming_uniform_(torch.zeros(0, 2)).shape)
