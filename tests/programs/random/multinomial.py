import torch

torch.manual_seed(0)
w = torch.tensor([0.1, 0.0, 0.9])
print(torch.multinomial(w, 4, replacement=True))
print(torch.multinomial(w, 2))
