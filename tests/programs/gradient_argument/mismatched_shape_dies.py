import torch

a = torch.tensor(0.1, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
c = torch.tensor(0.1, requires_grad=True)
y = 3 * a + 2 * b * b + torch.log(c)
gradients = torch.FloatTensor([0.1, 1.0, 0.0001])
y.backward(gradients)
