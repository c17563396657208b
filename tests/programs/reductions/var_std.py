import torch

x = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
print(x.var(), x.var(unbiased=False), x.std(), x.std(correction=0))
x.var().backward()
print(x.grad)
x.grad = None
x.std().backward()
print(x.grad)
print(torch.tensor([1.0]).std())
