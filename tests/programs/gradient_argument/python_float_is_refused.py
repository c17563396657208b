import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * 2).sum()
try:
    y.backward(1.0)
except TypeError as e:
    print(type(e).__name__, e)
try:
    y.backward([1.0])
except (TypeError, RuntimeError) as e:
    print(type(e).__name__, e)
