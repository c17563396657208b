import torch

x = torch.tensor(2.0, requires_grad=True)
loss = torch.stack([x, x ** 2, x ** 3])
loss.backward(torch.FloatTensor([1.0, 1.0, 1.0]), retain_graph=True)
print(x.grad)
x.grad = None
loss.backward(torch.FloatTensor([-0.1, 1.0, 0.0001]))
print(x.grad)
