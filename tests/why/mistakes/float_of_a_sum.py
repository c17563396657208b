import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
mask = x > 1.5
y = (x * 2)[mask]
total = float(y.sum())
loss = torch.tensor(total, requires_grad=True) * 2
loss.backward()
print(x.grad)
# -> x none 5 item
