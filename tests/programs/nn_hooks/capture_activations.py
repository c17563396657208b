import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
activations, gradients = {}, {}
for name, module in net.named_children():
    module.register_forward_hook(lambda m, a, out, name=name: activations.__setitem__(name, out.detach()))
    module.register_full_backward_hook(lambda m, gi, go, name=name: gradients.__setitem__(name, go[0]))
x = torch.randn(2, 2)
net(x).pow(2).mean().backward()
for name in activations:
    print(name, activations[name].shape, gradients[name])
