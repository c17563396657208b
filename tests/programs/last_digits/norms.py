import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_printoptions(precision=9)
x = torch.randn(7, 100, requires_grad=True)
print(x.norm(), x.norm(dim=1), x.norm(dim=0)[:8], x.T.norm(dim=1)[:4])
print(torch.linalg.vector_norm(x.view(7, 10, 10), dim=(1, 2)), x.double().norm(dim=-1))
print(F.normalize(x, dim=1)[0, :6], F.cosine_similarity(x[0], x[1], dim=0))
x.norm(dim=1).sum().backward()
print(x.grad[:, 0])
