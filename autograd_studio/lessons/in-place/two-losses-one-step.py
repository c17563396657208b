import torch

w = torch.tensor(1., requires_grad=True)
h = w * 2; l1 = h ** 2; l2 = w * h      # l2 saved w
l1.backward(retain_graph=True)
with torch.no_grad(): w -= 0.1 * w.grad # step() bumps w._version
try: l2.backward()
except RuntimeError as e: print(str(e)[:80])   # one of the variables needed for gradient computation has been modified ...
