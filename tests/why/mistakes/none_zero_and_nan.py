import torch

a = torch.tensor([1.0, -2.0], requires_grad=True)
u = torch.tensor([-1.0, -2.0], requires_grad=True)
b = torch.tensor([0.0, 4.0], requires_grad=True)
h = a * 2
m = torch.where(b > 0, b.sqrt(), b)
loss = (h + torch.relu(u) + m).sum()
loss.backward()
print(h.grad)
print(u.grad)
print(b.grad)
# -> h none 6 not_leaf
# -> u zero 8 dead_relu
# -> b nan 7 where_branch
