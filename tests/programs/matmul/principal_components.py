# Principal components of points that lie near a line, and how much of their spread each one carries.
import torch

torch.manual_seed(0)
direction = torch.tensor([[2.0, 1.0, -1.0]])
points = torch.randn(30, 1) @ direction + 0.1 * torch.randn(30, 3)

U, S, V = torch.pca_lowrank(points)
print(U.shape, S.shape, V.shape)
share = S**2 / (S**2).sum()
print(share)

axis = V[:, 0] * V[0, 0].sign()
print(axis, (axis @ direction[0] / direction.norm()).abs())

flat = points @ V[:, :1] @ V[:, :1].T
print((points - points.mean(0) - (flat - flat.mean(0))).norm() < points.norm() / 10)

u, s, v = torch.svd_lowrank(points - points.mean(0), q=2)
print(torch.allclose(s, S[:2], atol=1e-4))
