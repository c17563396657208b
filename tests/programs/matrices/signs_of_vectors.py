import torch

wide = torch.tensor([[-1.0, 0.5, 2.0, 0.3], [0.2, -0.7, 1.1, -0.4], [0.9, 0.8, -0.6, 0.1]])
for A in (wide, wide.T):
    print(torch.linalg.svd(A, full_matrices=False))
print(torch.linalg.svd(wide).Vh)
print(torch.linalg.qr(wide.T))
print(torch.linalg.qr(wide.T, mode="complete").Q)

S = wide @ wide.T
for uplo in "LU":
    print(torch.linalg.eigh(S, UPLO=uplo))
stack = torch.stack([S, -S])
print(torch.linalg.eigh(stack).eigenvectors)

A = wide.clone().requires_grad_()
U, s, Vh = torch.linalg.svd(A, full_matrices=False)
(U[0].sum() + s.prod()).backward()
print(A.grad)
