# A pre-hook of a custom Function's node decides what its backward receives.
import torch


class Triple(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, grad):
        print("backward of Triple gets", grad)
        return grad * 3


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Triple.apply(x)
y.retain_grad()
y.register_hook(lambda grad: print("hook of the tensor gets", grad))
y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
y.grad_fn.register_hook(lambda inputs, outputs: print("hook of the node gets", inputs, outputs))
y.sum().backward()
print(y.grad, x.grad)
