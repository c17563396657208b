import math
import torch

x = torch.tensor(math.pi / 6, requires_grad=True)
y = torch.sin(x) ** 2 + math.cos(0.5)
y.backward()
print(y, x.grad, math.sin(math.pi / 3))
print(math.exp(x), math.isclose(x.grad.item(), math.sin(2 * x.item()), rel_tol=1e-5))
