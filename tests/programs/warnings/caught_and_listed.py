import warnings
import torch

x = torch.tensor(1.0, requires_grad=True)
y = x * 2
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    y.grad
    y.grad
print(len(caught), caught[0].category.__name__, str(caught[0].message)[:40])
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    print(y.grad)
print(y.grad)
