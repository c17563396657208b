import torch
import torch.autograd.forward_ad as fwAD

ones = torch.ones(2)
with fwAD.dual_level():
    for primal, tangent in (
        (ones, torch.ones(3)),
        (ones, torch.ones(2, dtype=torch.int64)),
        (torch.ones(2, dtype=torch.int64), ones),
        (fwAD.make_dual(ones, ones), ones),
        (ones, fwAD.make_dual(ones, ones)),
        (ones, [1.0, 1.0]),
    ):
        try:
            fwAD.make_dual(primal, tangent)
        except Exception as error:
            print(type(error).__name__, error)
