import torch

a = torch.tensor([1., 2., 3.], requires_grad=True)
out = a.sigmoid(); out.detach().zero_()           # shares storage AND the version counter
try: out.sum().backward()
except RuntimeError as e: print('detach:', str(e)[:40])   # detach: one of the variables needed for gradient
out = a.sigmoid(); out.data.zero_()               # shares storage, NOT the counter
out.sum().backward(); print('.data:', a.grad)     # .data: tensor([0., 0., 0.])   silently wrong
with torch.no_grad(): y = a * 2
print(y.requires_grad, y.is_leaf, y.grad_fn)      # False True None
