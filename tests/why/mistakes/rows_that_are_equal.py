import torch

torch.manual_seed(0)
row = torch.randn(1, 3)
z = row.repeat(4, 1).requires_grad_()
opt = torch.optim.SGD([z], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    spread = z.std(0)
    loss = torch.relu(1 - spread).mean()
    loss.backward()
    opt.step()
# -> z zero 9 norm_zero
