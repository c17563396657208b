import torch
codebook = torch.randn(5, 2, requires_grad=True)
torch.manual_seed(0)
z_e = torch.randn(3, 2, requires_grad=True)
idx = torch.cdist(z_e, codebook).argmin(dim=1)
q = codebook[idx]
commit = ((q.detach() - z_e) ** 2).mean() + ((q - z_e.detach()) ** 2).mean()
z_q = z_e + (q - z_e).detach()
(z_q.sum() + commit).backward()
print(z_e.grad, codebook.grad)
