# Marking a tensor as dirty counts a write at once, even if PyTorch then refuses the Function.
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, back):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x if back else x + 1

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


for make in (lambda: torch.ones(2, requires_grad=True), lambda: torch.ones(2), lambda: torch.ones(2, requires_grad=True) * 1):
    for back in (True, False):
        x = make()
        try:
            print(Double.apply(x, back))
        except RuntimeError as error:
            print(error)
        print(x._version, x.is_leaf)
