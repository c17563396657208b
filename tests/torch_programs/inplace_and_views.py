import torch

x = torch.arange(6.0).requires_grad_()
base = x.clone()
row = base.view(2, 3)[0]
row.mul_(2)
base[4:] = 7
base += 1
base[base > 5] *= 3
y = torch.empty(6)
torch.mul(base.detach(), 2, out=y)
left, right = base.split(3)
loss = (left * right.flip(0)).sum() + base.unbind()[1]
loss.backward()
print(row, x.grad, y)
