import torch
import torch.autograd.forward_ad as fwAD



class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


with fwAD.dual_level():
    print(Double.apply(torch.ones(2)))
    Double.apply(fwAD.make_dual(torch.ones(2), torch.ones(2)))
