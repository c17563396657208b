import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([0.25, 0.5, 0.75], dtype=torch.float64)
v = torch.tensor([1.0, -1.0, 2.0], dtype=torch.float64)
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    for name in (
        "sin cos tan asin acos atan sinh cosh tanh exp expm1 log log1p log2 log10 sqrt rsqrt reciprocal square neg abs "
        "sigmoid relu erf erfinv lgamma digamma logit"
    ).split():
        print(name, getattr(torch, name)(d))
