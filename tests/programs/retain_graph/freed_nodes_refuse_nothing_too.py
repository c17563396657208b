# A node whose saved tensors are gone refuses even to pass on that there is no gradient.
import torch


class Stop(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        return None


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
z = Stop.apply(y).sum()
print(y.grad_fn(None), y.grad_fn(torch.ones(2)))
try:
    y.grad_fn(1)
except TypeError as error:
    print(error)
z.backward()
print(x.grad)
for call in (lambda: y.grad_fn(None), lambda: z.backward(), lambda: y.sum().backward()):
    try:
        print(call())
    except RuntimeError as error:
        print(str(error)[:52])
