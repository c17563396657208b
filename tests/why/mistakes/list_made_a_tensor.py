import torch
w = torch.tensor(1.0, requires_grad=True)
losses = []
for i in range(3):
    losses.append((w * i - 1) ** 2)
total = torch.tensor(losses).sum()
total.requires_grad = True
total.backward()
print(w.grad)
# -> w none 6 new_tensor
