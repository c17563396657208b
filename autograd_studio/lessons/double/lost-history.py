import torch

class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.t = 2 * x; return x ** 2    # stashed intermediate has no history
    @staticmethod
    def backward(ctx, g): return g * ctx.t
x = torch.tensor(3., requires_grad=True)
y = Sq.apply(x) ** 2                                     # y = x^4, y'' = 12x^2 = 108
g, = torch.autograd.grad(y, x, create_graph=True)
print(g, torch.autograd.grad(g, x))                      # tensor(108., ...) (tensor(72.),)   36 lost, no error
