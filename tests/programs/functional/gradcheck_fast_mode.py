# gradcheck in its fast mode: one product of the Jacobian with random vectors.
import torch
from torch.autograd import Function, gradcheck, gradgradcheck

torch.manual_seed(0)
x = torch.rand(2, 3, dtype=torch.float64, requires_grad=True)
y = torch.rand(3, dtype=torch.float64, requires_grad=True)


class Wrong(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2.01


class Shaky(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 + torch.rand_like(grad) * 1e-5)


runs = 0


def counted(x):
    global runs
    runs += 1
    return x.sin()


def tried(check):
    try:
        print(check())
    except RuntimeError as error:
        print(str(error).split("\n")[0])


print(gradcheck(lambda x, y: (x * y).sin(), (x, y), fast_mode=True))
print(gradgradcheck(lambda x, y: (x * y).sin(), (x, y), fast_mode=True))
print(gradcheck(counted, y, fast_mode=True), runs)
tried(lambda: gradcheck(Wrong.apply, x, fast_mode=True))
tried(lambda: gradcheck(lambda x: (x.sum(), Wrong.apply(x)), x, fast_mode=True))
tried(lambda: gradcheck(Wrong.apply, x, fast_mode=True, raise_exception=False))
tried(lambda: gradcheck(Wrong.apply, x, fast_mode=True, atol=0.1))
tried(lambda: gradcheck(lambda x: x.detach(), x, fast_mode=True))
print(torch.rand(1))
tried(lambda: gradcheck(Shaky.apply, x, fast_mode=True))
tried(lambda: gradcheck(Shaky.apply, x, fast_mode=True, nondet_tol=1e-3))
