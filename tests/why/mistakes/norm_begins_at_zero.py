import torch

shift = torch.zeros(4, requires_grad=True)
opt = torch.optim.SGD([shift], lr=0.5)
for _ in range(3):
    opt.zero_grad()
    gap = 2.0 - shift.norm()
    gap.pow(2).backward()
    opt.step()
print(shift)
# -> shift zero 7 norm_zero
