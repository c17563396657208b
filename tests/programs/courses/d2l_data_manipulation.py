import torch

X = torch.arange(12, dtype=torch.float32).reshape((3, 4))
Y = torch.tensor([[2.0, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(torch.cat((X, Y), dim=0), torch.cat((X, Y), dim=1))
print(X == Y)
print(X.sum(), X[-1], X[1:3])
X[1, 2] = 9
X[0:2, :] = 12
print(X)
before = id(Y)
Y = Y + X
print(id(Y) == before)
Z = torch.zeros_like(Y)
z_id = id(Z)
Z[:] = X + Y
print(id(Z) == z_id)
x_id = id(X)
X += Y
print(id(X) == x_id)
a = torch.tensor([3.5])
print(a, a.item(), float(a), int(a))
