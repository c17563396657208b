import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
total = 0.0
opt = torch.optim.SGD([w], lr=0.1)
for i in range(3):
    opt.zero_grad()
    loss = (w ** 2).sum()
    loss.backward()
    opt.step()
    total += loss.item()
    history = loss.detach().numpy()
print(total / 3, history, w.tolist())
