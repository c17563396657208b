import torch
import torch.nn.functional as F
from torch.overrides import has_torch_function, handle_torch_function, is_tensor_like
class Traced:
    def __init__(self, data, log): self.data, self.log = data, log
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        log = next(a.log for a in args if isinstance(a, Traced))
        plain = [a.data if isinstance(a, Traced) else a for a in args]
        log.append(func.__name__)
        return Traced(func(*plain, **(kwargs or {})), log)
log = []
t = Traced(torch.tensor([1., 2.], requires_grad=True), log)
u = torch.exp(torch.mul(t, 2.)); v = F.softplus(torch.sum(u)); print(log, v.data); v.data.backward(); print(t.data.grad)
print(is_tensor_like(t), has_torch_function((t,)), has_torch_function((torch.ones(1),)))
def mine(x):
    if has_torch_function((x,)): return handle_torch_function(mine, (x,), x)
    return x + 1
print(mine(torch.tensor(1.)), mine(t).data, log)
class A(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("A", func.__name__, [x.__name__ for x in types]); return super().__torch_function__(func, types, args, kwargs or {})
class B(A):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("B", func.__name__, [x.__name__ for x in types]); return super().__torch_function__(func, types, args, kwargs or {})
a, b = torch.ones(2).as_subclass(A), torch.ones(2).as_subclass(B)
c = a + b; print(type(c).__name__)
class N(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in (torch.Tensor.__repr__,): return "N!"
        if func is torch.add: return NotImplemented
        return super().__torch_function__(func, types, args, kwargs)
n = torch.ones(1).as_subclass(N); print(n)
try: torch.add(n, 1)
except TypeError as e: print(e)
with torch._C.DisableTorchFunctionSubclass():
    print(type(n * 2))
