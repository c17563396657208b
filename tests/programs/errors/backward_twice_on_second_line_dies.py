import torch

a = torch.tensor([2., 3.], requires_grad=True)
b = torch.tensor([6., 4.], requires_grad=True)
Q = 3 * a ** 3 - b ** 2
Q.sum().backward()
print(a.grad)
Q.sum().backward()
print(b.grad)
