import numpy as np
import torch


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


print(sigmoid(np.array([-1000.0, 0.0, 1000.0])))
print(np.mean([]), np.float64(0) / np.float64(0))
print(np.log(np.zeros(2)), np.array([1.0, 0.0]) / 0, np.sqrt(-np.ones(1)))
for _ in range(2):
    print(np.float32(3e38) * np.float32(10))
with np.errstate(divide="ignore", invalid="raise"):
    print(np.array([1.0]) / 0)
    try:
        np.array([0.0]) / 0
    except FloatingPointError as error:
        print(error)

x = torch.tensor([0.0, -1.0, 1000.0], requires_grad=True)
y = torch.log(x) + torch.exp(x) + x.sqrt() + 1 / x
y.sum().backward()
print(y, x.grad)
print(np.log(x.detach().numpy()))
print(np.exp(torch.tensor([1000.0])), torch.zeros(1).numpy() / 0)


class Log(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.from_numpy(np.log(x.numpy()))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * torch.from_numpy(1 / x.numpy())


Log.apply(torch.zeros(2, requires_grad=True)).sum().backward()
print(np.nanmean(np.array([np.nan])), np.std([]))
