# Inference mode makes inference tensors; what was made outside stays what it is, however it is looked at inside.
import torch
from torch import nn

x = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    for name, look in {
        "detach": lambda t: t.detach(),
        "view": lambda t: t.view(2),
        "data": lambda t: t.data,
        "Parameter": nn.Parameter,
        "clone": lambda t: t.clone(),
        "double": lambda t: t.double(),
    }.items():
        found = look(x)
        print(name, found.is_inference(), found.requires_grad, None if found.is_inference() else found._version)
    x.detach().add_(1)
    nn.Parameter(x).add_(1)
    x.detach_()
    layer, norm = nn.Linear(1, 1), nn.BatchNorm1d(1)
print(x, x._version, x.is_leaf)
print([t.is_inference() for t in (*layer.parameters(), *norm.parameters(), *norm.buffers())])
with torch.inference_mode():
    view = x.view(2)
x.detach().add_(1)
print(view.requires_grad_(), view.requires_grad_(False).requires_grad, view.grad)
view.is_leaf
