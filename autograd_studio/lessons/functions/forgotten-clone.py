import torch

class BadReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        g[x < 0] = 0; return g          # should be: g = g.clone(); g[x < 0] = 0
x = torch.tensor([-1., 2.], requires_grad=True)
q = x * 1; p = BadReLU.apply(x)         # p + q hands BOTH branches the same gradient tensor
(p + q).backward(torch.ones(2))
print(x.grad)                           # tensor([0., 2.])   right answer [1., 2.]
