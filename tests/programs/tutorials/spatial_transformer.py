"""The sampling of a spatial transformer: a rotation learned from the error of the image it makes."""

import torch
import torch.nn.functional as F

image = torch.arange(12.0).view(1, 1, 3, 4) / 12
angle = torch.tensor(0.3, requires_grad=True)
rows = torch.stack([angle.cos(), -angle.sin(), torch.tensor(0.1), angle.sin(), angle.cos(), torch.tensor(0.0)])
theta = rows.view(1, 2, 3)
grid = F.affine_grid(theta, image.size(), align_corners=False)
print(grid.shape, grid.grad_fn.name(), grid[0, 0])
sampled = F.grid_sample(image, grid, align_corners=False)
print(sampled)
loss = ((sampled - image) ** 2).mean()
loss.backward()
print(loss, angle.grad)
for mode in ("bilinear", "nearest"):
    for padding_mode in ("zeros", "border", "reflection"):
        print(mode, padding_mode, F.grid_sample(image, grid.detach() * 1.5, mode, padding_mode, align_corners=True)[0, 0, 0])
F.affine_grid(theta, (1, 1, 2, 2))
F.grid_sample(image, torch.zeros(2, 2, 2, 2))
