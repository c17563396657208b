import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 2
with torch.no_grad():
    y.backward()
    print(x.grad)
    z = x ** 2
    try:
        z.backward()
    except RuntimeError as e:
        print(e)
