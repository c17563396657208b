import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
for k in range(3):
    y = torch.stack([x[0] * x[1], x[1] * x[2], x[0] ** 2])
    v = torch.zeros(3)
    v[k] = 1.0
    y.backward(v)
    print(k, x.grad)
    x.grad.zero_()
