import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
for i in range(3):
    loss = (x * x).sum()
    loss.backward()
    print(i, x.grad)
