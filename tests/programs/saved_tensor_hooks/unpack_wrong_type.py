import torch

x = torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: 'packed', lambda p: p):
    y = x.exp()
try:
    y.sum().backward()
except (RuntimeError, TypeError) as e:
    print(type(e).__name__, e)
