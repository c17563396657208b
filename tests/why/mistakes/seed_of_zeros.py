import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x ** 2
seed = torch.zeros_like(y)
y.backward(seed)
print(x.grad)
# -> x zero 5 zero_seed
