import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w ** 2).sum().backward()
w -= 0.1 * w.grad
# -> w error 5 leaf_in_place
