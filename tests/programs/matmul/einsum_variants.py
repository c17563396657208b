import torch

A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
print(torch.einsum('ii', A), torch.einsum('ii->i', A), torch.einsum('ij->ji', A), torch.einsum('ij->', A))
v = torch.tensor([1.0, -1.0])
print(torch.einsum('ij,j->i', A, v), torch.einsum('i,j->ij', v, v))
torch.einsum('ij,jk,k->i', A, A, v).sum().backward()
print(A.grad)
