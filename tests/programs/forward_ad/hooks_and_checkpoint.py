import torch
import torch.autograd.forward_ad as fwAD
from torch.utils.checkpoint import checkpoint

x = torch.tensor([0.5, 1.5], requires_grad=True)
packed = []
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.ones(2))
    print(checkpoint(lambda a: a.sin(), d, use_reentrant=False))
    with torch.autograd.graph.saved_tensors_hooks(lambda t: packed.append(t.shape) or t, lambda t: t):
        y = d.detach() * x
    y = d * d
    y.register_hook(lambda g: print("hook", g))
    y.sum().backward()
print(len(packed), x.grad)
