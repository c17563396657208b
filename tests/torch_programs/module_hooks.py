import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
activations, gradients = {}, {}


def keep(name):
    def hook(module, args, output):
        activations[name] = output.detach()

    return hook


for name, module in model.named_children():
    module.register_forward_hook(keep(name))
    module.register_full_backward_hook(lambda m, gi, go, name=name: gradients.update({name: go[0].norm()}))
model[0].register_forward_pre_hook(lambda m, args: (args[0] * 2,))
model[2].register_full_backward_pre_hook(lambda m, go: (go[0].clamp(-0.1, 0.1),))
model(torch.randn(5, 3)).pow(2).sum().backward()
print(list(activations), gradients)
