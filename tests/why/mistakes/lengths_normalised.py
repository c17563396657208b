import torch
torch.manual_seed(0)
E = torch.randn(3, 4, requires_grad=True)
with torch.no_grad():
    E[1] = 0
unit = E / (E ** 2).sum(1, keepdim=True).sqrt()
(unit @ unit.T).trace().backward()
print(E.grad)
# -> E nan 6 division_by_zero
