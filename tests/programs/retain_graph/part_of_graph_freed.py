import torch

x = torch.tensor(2.0, requires_grad=True)
a = x * x
b = a * a
c = a + 1
b.backward()
print(x.grad)
try:
    c.backward()
except RuntimeError as e:
    print(str(e)[:46])
print(x.grad)
