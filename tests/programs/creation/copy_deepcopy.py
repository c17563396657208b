import copy
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * 3).sum().backward()
y = copy.deepcopy(x)
print(y, y.grad, y is x)
h = x * 2
try:
    copy.deepcopy(h)
except RuntimeError as e:
    print(str(e)[:60])
