# Converting a module writes into its parameters, or makes new ones if the program asks for that.
import torch
from torch import nn

layer = nn.Linear(2, 1)
for overwrite in (False, True):
    torch.__future__.set_overwrite_module_params_on_conversion(overwrite)
    layer(torch.ones(1, 2, dtype=layer.weight.dtype)).sum().backward()
    weight, grad = layer.weight, layer.weight.grad
    layer.to(torch.float32 if weight.dtype == torch.float64 else torch.float64)
    print(torch.__future__.get_overwrite_module_params_on_conversion(), layer.weight is weight, layer.weight.grad is grad)
    print(weight.dtype, grad.dtype, layer.weight.dtype, layer.weight.grad.dtype, layer.weight.requires_grad)
