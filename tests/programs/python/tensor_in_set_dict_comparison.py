import torch

a = torch.tensor([1.0, 2.0])
b = torch.tensor([1.0, 2.0])
print(a is b, a == b, torch.equal(a, b), id(a) == id(a))
d = {a: 'a', b: 'b'}
print(len(d), d[a], a in d)
print(any(t is a for t in [b, a]))
try:
    print(a in [b])
except RuntimeError as e:
    print(e)
