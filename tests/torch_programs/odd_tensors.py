import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode


class Mine(torch.Tensor):
    pass


class Log(TorchDispatchMode):
    def __torch_dispatch__(self, f, types, args=(), kwargs=None):
        print(f)
        return f(*args, **(kwargs or {}))


torch.manual_seed(0)
x = torch.ones(2).as_subclass(Mine).requires_grad_()
y = (x * 2).sum()
y.backward()
print(type(y).__name__)
empty = nn.Parameter(torch.zeros(0, 3))
(empty.sum() + 0).backward()
with torch.device("meta"):
    meta = nn.Linear(3, 2)
print(meta(torch.ones(1, 3, device="meta")).shape)
meta = None
with torch.autograd.forward_ad.dual_level():
    dual = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.ones(2))
    print(dual * dual)
with Log():
    print((torch.ones(2) + 1).shape)
with torch.autograd.graph.allow_mutation_on_saved_tensors():
    a = torch.ones(2, requires_grad=True)
    c = a.clone()
    s = (c**2).sum()
    c.mul_(2)
    s.backward()
ragged = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])
print((ragged * 2).is_nested)
rows = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], requires_grad=True)
torch.nested.to_padded_tensor(rows * 2, 0.0).sum().backward()
rows = None
model = nn.Linear(3, 2)
exported = torch.export.export(model, (torch.ones(1, 3),))
traced = torch.jit.trace(model, torch.ones(1, 3))
print(type(exported).__name__, traced(torch.ones(1, 3)).shape)
