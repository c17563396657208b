import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k): ctx.k = k; return x * k
    @staticmethod
    def backward(ctx, g): return g * ctx.k        # must be: return g * ctx.k, None
x = torch.tensor(1., requires_grad=True)
try: Scale.apply(x, 3.0).backward()
except RuntimeError as e: print(e)   # function ScaleBackward returned an incorrect number of gradients (expected 2, got 1)
