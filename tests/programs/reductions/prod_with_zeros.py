import torch

for values in ([2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 0.0, 4.0]):
    x = torch.tensor(values, requires_grad=True)
    y = x.prod()
    y.backward()
    print(y, x.grad)
