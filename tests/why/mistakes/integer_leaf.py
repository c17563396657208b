import torch

w = torch.tensor([1, 2, 3], requires_grad=True)
# -> RuntimeError error 3 integer_leaf
