import torch


def power(x, n):
    if n == 0:
        return torch.ones(())
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


x = torch.tensor(2.0, requires_grad=True)
y = power(x, 5)
y.backward()
print(y, x.grad)
