import torch
import torch.nn.functional as F

x = torch.arange(1.0, 13).reshape(3, 4)
print(x.prod(1).stride(), x.norm(dim=1).stride(), x.norm(1, dim=0).stride(), torch.linalg.vector_norm(x, 3, dim=1).stride())
row = x[0]
print(torch.linalg.vector_norm(row, 1, dim=0, keepdim=True).stride())

spread = x[:1].expand(3, 4)
print(spread.clone().stride(), spread.int().stride(), spread.byte().stride())
one = torch.empty_strided((1, 3, 1), (7, 1, 5)).fill_(2)
print(one.clone().stride(), one.double().stride())

image = torch.arange(32.0).reshape(1, 2, 4, 4)
grid = F.affine_grid(torch.eye(2, 3)[None], (1, 2, 3, 3), align_corners=False)
print(F.grid_sample(image, grid, align_corners=False).stride())
