# A node unpacks what it saved before it looks at the gradient, be there one or not: hooks see it, stale tensors are refused.
import torch


class Stop(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        return None


x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: print("unpacked", t) or t):
    y = Stop.apply(x * x)
y.sum().backward()
print(x.grad)
y = x.exp()
z = Stop.apply(y)
y.add_(1)
z.sum().backward()
