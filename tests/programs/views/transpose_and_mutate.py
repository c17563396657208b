import torch

m = torch.arange(6.0).reshape(2, 3)
t = m.t()
t[0, 1] = 50
print(m)
print(t.is_contiguous(), t.stride(), m.stride())
try:
    t.view(6)
except RuntimeError as e:
    print(e)
print(t.reshape(6), t.contiguous().view(6))
