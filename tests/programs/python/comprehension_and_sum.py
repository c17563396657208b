import torch

xs = [torch.tensor(float(i), requires_grad=True) for i in range(4)]
y = sum(x * i for i, x in enumerate(xs))
print(y)
y.backward()
print([x.grad for x in xs])
print(max(xs), min(x.item() for x in xs), sorted(xs, reverse=True)[0])
