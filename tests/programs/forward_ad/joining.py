import torch
import torch.autograd.forward_ad as fwAD

a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
with fwAD.dual_level():
    d = fwAD.make_dual(a, torch.tensor([1.0, -1.0]))
    print(torch.cat([d, b]))
    print(torch.stack([b, d]))
    print(torch.cat([d, d * 2]))
    print(torch.outer(d, b), torch.dot(d, b), torch.maximum(d, torch.tensor([1.5, 1.5])))
    print(torch.einsum("i,j->ij", d, d))
