"""Tensors of all kinds, and containers of them, there and back."""
import torch, io
from collections import OrderedDict, defaultdict
torch.manual_seed(0)
def rt(o, **k):
    f = io.BytesIO(); torch.save(o, f); f.seek(0)
    return torch.load(f, **k)
x = torch.arange(6.).reshape(2,3); v = x[0]; t = x.T
a = rt({"x": x, "v": v, "t": t, "n": 3, "s": "hi", "l": [1, 2.5, None, True], "tup": (1, (2,)), "size": x.shape, "dt": torch.float64, "dev": torch.device("cpu"), "set": {1, 2}, "c": 1+2j, "b": b"ab", "ba": bytearray(b"q")})
print(a, type(a["size"]))
a["x"][0, 0] = 100.
print(a["v"], a["t"], a["t"].stride(), a["v"]._is_view(), a["t"].is_contiguous())
p = rt(torch.nn.Parameter(torch.ones(2)))
print(p, type(p), p.is_leaf, p.requires_grad)
w = torch.ones(2, requires_grad=True)
print(rt(w), rt(w).grad_fn)
y = w * 2
z = rt(y)
print(z, z.is_leaf, z.requires_grad)
w.grad = torch.ones(2)
print(rt(w).grad)
w.foo = 3
print(hasattr(rt(w), "foo"))
m = torch.nn.Linear(2, 3)
for dt in (torch.int64, torch.bool, torch.float16, torch.uint8): print(rt(torch.ones(2, dtype=dt)))
print(rt(torch.tensor(2.)), rt(torch.empty(0, 3)).shape, rt(x.t().expand(2, 3, 2)).stride())
print(rt(x, map_location="cpu"), rt(x, map_location=torch.device("cpu")), rt(x, map_location=lambda s, l: s))
print(torch.equal(rt(m, weights_only=False).weight, m.weight))
l = rt([w, w]); print(l[0] is l[1])
b = torch.nn.Buffer(torch.ones(2)) ; print(type(rt(b)))
print(rt(True), rt(None), rt(2.5), rt("x"), rt(()), rt({}))
try: print(rt(x, map_location="cuda"))
except Exception as e: print(type(e), e)
import numpy as np
try: print(rt(np.ones(2)))
except Exception as e: print(type(e), e)
try: print(rt(defaultdict(list)))
except Exception as e: print(type(e), e)
x2 = rt(x.detach().requires_grad_()); x2.sum().backward(); print(x2.grad)
print(rt(x[:, 1:]).storage_offset(), rt(x[:, 1:])._base, rt(x)._version)
