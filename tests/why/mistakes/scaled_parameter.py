import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True) * 0.01
loss = (w * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
w.data -= 0.1 * w.grad
# -> w none 4 converted_leaf
