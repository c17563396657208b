import torch
import torch.autograd.forward_ad as fwAD



class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def jvp(ctx, t):
        return t.mul_(2)


class Forgetful(Doubled):
    @staticmethod
    def jvp(ctx, t):
        return t * 2


with fwAD.dual_level():
    d = fwAD.make_dual(torch.ones(2), torch.tensor([1.0, 10.0]))
    print(Doubled.apply(d), d)
    d = fwAD.make_dual(torch.ones(2), torch.tensor([1.0, 10.0]))
    Forgetful.apply(d)
