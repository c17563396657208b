import torch
from torch.autograd.graph import GradientEdge, Node

x = torch.rand(2, requires_grad=True).clone()
y = torch.rand(3, requires_grad=True).clone()
edge = GradientEdge(y.grad_fn, y.output_nr)
meta = x.grad_fn._input_metadata[0]
print(meta.shape, meta.dtype)
print(torch.autograd.grad((x * 2).sum(), (x, edge), allow_unused=True))
try:
    torch.autograd.grad((x * 2).sum(), (x, edge), allow_unused=True, materialize_grads=True)
except RuntimeError as e:
    print(e)
print(isinstance(x.grad_fn, Node), issubclass(torch._C._functions.AccumulateGrad, Node), Node in type(x.grad_fn).mro())
