import torch
x = torch.tensor([2.0], requires_grad=True)
opt = torch.optim.SGD([x], lr=0.1)
best = float("inf")
for i in range(20):
    opt.zero_grad()
    loss = (x - 1).abs().sum() + torch.relu(x - 5).sum()
    loss.backward()
    opt.step()
    if loss.item() < best:
        best = loss.item()
print(x, best)
