import torch
from torch import nn
class Meta(torch.Tensor):
    @staticmethod
    def __new__(cls, x, extra=None, *args, **kwargs):
        return super().__new__(cls, x, *args, **kwargs)
    def __init__(self, x, extra=None):
        self.extra = extra
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        found = [a.extra for a in args if isinstance(a, Meta) and hasattr(a, "extra")]
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, Meta) and found:
            result.extra = found[0]
        return result
a = Meta([1., 2.], extra="here")
b = torch.ones(2) - a
print(a, b, type(b).__name__, getattr(b, "extra", None))
print((a * 2).extra, torch.cat([a, a]).extra if hasattr(torch.cat([a, a]), "extra") else "lost", (2 - a).extra)
print(a.shape, a.dtype, len(a), a.sum().item(), a.mean().extra)
print(a == b, a @ a, -a, abs(a), a ** 2, 2 ** a, a / 2, 2 / a, a // 2, a % 2)
a += 1; print(a, a.extra)
w = Meta(torch.tensor([1., 2.], requires_grad=True), extra="leafish")
print(w, w.is_leaf, w.grad_fn)
(w * 3).sum().backward()
x = torch.ones(2).as_subclass(Meta).requires_grad_()
y = (x * torch.tensor([2., 3.])).sum(); y.backward(); print(x.grad, type(x.grad), y)
g, = torch.autograd.grad((x ** 2).sum(), x); print(type(g), g)
l = nn.Linear(2, 1); torch.manual_seed(0); nn.init.ones_(l.weight); nn.init.zeros_(l.bias); out = l(x); print(type(out), out); 
print(isinstance(nn.Parameter(x), nn.Parameter), type(nn.Parameter(torch.ones(2))))
s, i = x.sort(); print(type(s), type(i), type(x.max(0)), x.max(0)[0])
print(x.detach().numpy(), x.tolist(), type(x.data), x.unbind()[0], [type(t) for t in x.split(1)])
print(torch.zeros_like(x), type(x.new_zeros(2)), type(torch.tensor([1.])), torch.is_tensor(x), x.clone().extra if hasattr(x.clone(), "extra") else None)
print(f"{x.sum():.2f}", str(x)[:5], repr(x))
