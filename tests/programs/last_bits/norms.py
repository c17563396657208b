import torch
import torch.nn.functional as F

torch.manual_seed(0)
for shape in ((3,), (10,), (31,), (4, 3), (16, 16), (2, 3, 5)):
    x = torch.randn(shape, requires_grad=True)
    n = x.norm()
    n.backward()
    print(n.item(), x.norm(1).item(), x.norm(3).item(), x.grad.sum().item(), x.norm(dim=0).sum().item(), x.norm(dim=-1).sum().item())
a, b = torch.randn(5, 12), torch.randn(5, 12)
print(F.cosine_similarity(a, b).sum().item(), F.pairwise_distance(a, b).sum().item(), F.normalize(a, dim=0).sum().item())
layer = torch.nn.Linear(20, 15)
(layer(torch.randn(8, 20)) ** 2).sum().backward()
print(torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0).item(), layer.weight.grad.sum().item())
print((torch.randn(70) * 0.1 + 1).prod().item(), (torch.randn(9, 4) * 0.1 + 1).prod(0).sum().item())
