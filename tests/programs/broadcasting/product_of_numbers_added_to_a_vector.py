import torch

x = torch.tensor([1.0, -2.0], requires_grad=True)
a = torch.tensor([1.5, 0.25], requires_grad=True)
largest, mean = a.amax(), a.mean()  # numbers: tensors without dimensions

for value in (1, 2):
    y = torch.addcmul(x, largest, mean, value=value)
    print(y)
    y.backward(torch.tensor([1.0, 3.0]), retain_graph=True)
print(x.grad, a.grad)
print(torch.add(x, mean, alpha=2), torch.addcdiv(x, largest, mean), torch.lerp(x, largest, mean))
