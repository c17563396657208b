import torch
import torch.autograd.forward_ad as fwAD



class Inner(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        print("forward", x)
        return x.exp(), x > 0

    @staticmethod
    def setup(ctx):
        pass

    @staticmethod
    def jvp(ctx, t):
        print("jvp", t, torch.is_grad_enabled())
        return 2 * t, None


with fwAD.dual_level():
    d = fwAD.make_dual(torch.tensor([1.0, -1.0]), torch.tensor([5.0, 6.0]))
    try:
        out, mask = Inner.apply(d)
        print(out, mask)
    except RuntimeError as error:
        print(error)
