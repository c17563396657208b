import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
gradients = torch.FloatTensor([0.1, 1.0, 0.0001])
y.backward(gradients)
print(x.grad)
