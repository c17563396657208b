import torch
torch.manual_seed(0)
A = torch.randn(6, 2) @ torch.randn(2, 4)
U, S, V = torch.svd_lowrank(A, q=2)
print(S, torch.dist(A, U @ torch.diag(S) @ V.T) < 1e-4)
U, S, V = torch.pca_lowrank(A, q=2)
print(S, V.shape)
