import torch

w = torch.tensor(1.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=50.0)
for i in range(12):
    opt.zero_grad()
    loss = (w ** 2 - 2) ** 2
    loss.backward()
    opt.step()
print(w)
# -> w nan 7 overflow
