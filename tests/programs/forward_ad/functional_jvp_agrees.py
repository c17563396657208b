import torch
import torch.autograd.forward_ad as fwAD



def f(x, w):
    return torch.tanh(x @ w).sum(0)


torch.manual_seed(0)
x, w = torch.randn(3, 2), torch.randn(2, 2)
vx, vw = torch.randn(3, 2), torch.randn(2, 2)
with fwAD.dual_level():
    dual = f(fwAD.make_dual(x, vx), fwAD.make_dual(w, vw))
    print(dual)
print(torch.autograd.functional.jvp(f, (x, w), (vx, vw))[1])
