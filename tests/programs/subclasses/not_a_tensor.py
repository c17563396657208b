import torch
HANDLED = {}
class ScalarTensor:
    def __init__(self, N, value):
        self._N = N
        self._value = value
    def __repr__(self):
        return f"ScalarTensor(N={self._N}, value={self._value})"
    def tensor(self):
        return self._value * torch.eye(self._N)
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if kwargs is None: kwargs = {}
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, ScalarTensor)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **kwargs)
import functools
def implements(f):
    def deco(g):
        functools.update_wrapper(g, f)
        HANDLED[f] = g
        return g
    return deco
@implements(torch.mean)
def mean(input):
    return float(input._value) / input._N
@implements(torch.add)
def add(input, other):
    if isinstance(input, ScalarTensor):
        return ScalarTensor(input._N, input._value + other._value)
d = ScalarTensor(5, 2)
print(torch.mean(d)); print(torch.add(d, d))
try: torch.mul(d, 3)
except TypeError as e: print(e)
try: torch.nn.functional.relu(d)
except TypeError as e: print(e)
