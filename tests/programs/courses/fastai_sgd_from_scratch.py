import torch


def f(t, params):
    a, b, c = params
    return a * (t ** 2) + (b * t) + c


def mse(preds, targets):
    return ((preds - targets) ** 2).mean().sqrt()


time = torch.arange(0, 10).float()
torch.manual_seed(0)
speed = torch.randn(10) * 3 + 0.75 * (time - 9.5) ** 2 + 1
params = torch.tensor([-0.5, 0.25, 1.0]).requires_grad_()
lr = 1e-3
for i in range(4):
    preds = f(time, params)
    loss = mse(preds, speed)
    loss.backward()
    params.data -= lr * params.grad.data
    params.grad = None
    print(f'{loss.item():.3f}')
print(params)
