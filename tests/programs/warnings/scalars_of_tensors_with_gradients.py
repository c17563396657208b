# int() of a tensor that requires grad passes in silence, float() warns, once.
import torch

s = torch.tensor(2.5, requires_grad=True)
print(int(s), "%d" % s)
print(s.item(), bool(s), s.tolist())
print(float(s))
print("%.1f" % s, complex(s))
