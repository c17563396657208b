import torch

torch.manual_seed(0)
A = torch.randn(8, 3) @ torch.randn(3, 6)
U, S, V = torch.svd_lowrank(A, q=3)
print(S)
print(U[:2])
print((U * S @ V.T - A).abs().max() < 1e-4)
U, S, V = torch.pca_lowrank(A, q=2)
print(S, V[0])
