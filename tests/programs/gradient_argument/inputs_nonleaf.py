import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 3
y = (h ** 2).sum()
y.backward(inputs=[h])
print(x.grad)
print(h.grad)
