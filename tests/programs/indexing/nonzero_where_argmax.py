import torch

x = torch.tensor([[0.0, 3.0], [5.0, 0.0]])
print(x.nonzero())
print(torch.where(x > 1))
print(x.argmax(), x.argmax(dim=1), x.argmin(dim=0))
print(torch.nonzero(x, as_tuple=True))
