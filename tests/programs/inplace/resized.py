import torch
x = torch.randn(1, 2);
print(x._version); x.resize_(1, 3); print(x._version); x.resize_(10, 3); print(x._version, x.shape)
a = torch.ones(2, requires_grad=True); b = a * 2; c = b ** 2
with torch.no_grad(): b.resize_(2)
try: c.sum().backward()
except RuntimeError as e: print(str(e)[:80])
with torch.inference_mode(): i = torch.ones(2); i.resize_(3); print(i)
v = torch.arange(4.)[1:]; v.resize_(2); print(v, v._version)
