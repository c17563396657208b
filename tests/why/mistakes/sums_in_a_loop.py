import torch

x = torch.tensor(2.0, requires_grad=True)
for n in range(1, 4):
    y = x ** n
    y.backward()
    print(n, x.grad)
# -> x wrong 6 accumulates
