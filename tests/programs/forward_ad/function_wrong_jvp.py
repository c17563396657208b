import torch
import torch.autograd.forward_ad as fwAD



def function(forward, jvp):
    return type("F", (torch.autograd.Function,), {"forward": staticmethod(forward), "jvp": staticmethod(jvp)})


for f in (
    function(lambda ctx, x: (x * 2, x * 3), lambda ctx, t: t),
    function(lambda ctx, x: x * 2, lambda ctx, t: (t, t)),
    function(lambda ctx, x: x * 2, lambda ctx, t: None),
    function(lambda ctx, x: x * 2, lambda ctx, t: 3),
    function(lambda ctx, x: x * 2, lambda ctx, t: torch.ones(7)),
    function(lambda ctx, x: x, lambda ctx, t: t),
    function(lambda ctx, x: x.view(-1), lambda ctx, t: t.view(-1)),
):
    with fwAD.dual_level():
        try:
            print(f.apply(fwAD.make_dual(torch.ones(2), torch.ones(2))))
        except RuntimeError as error:
            print(error)
