import torch

x = torch.tensor(2.0, requires_grad=True)
loss = [x, x ** 2, x ** 3]
loss.backward(torch.FloatTensor([1.0, 1.0, 1.0]))
print(x.grad)
