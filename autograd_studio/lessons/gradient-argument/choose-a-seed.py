import torch

x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * 2
try: y.backward()                       # y has 3 elements
except RuntimeError as e: print(e)      # grad can be implicitly created only for scalar outputs
v = torch.tensor([0.1, 1.0, 0.0001])
y.backward(v)                           # = (y * v).sum().backward(); v is dL/dy, the seed
print(x.grad)                           # tensor([2.0000e-01, 2.0000e+00, 2.0000e-04])
