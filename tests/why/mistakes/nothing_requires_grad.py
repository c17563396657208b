import torch

w = torch.tensor([1.0, 2.0])
loss = (w * 3).sum()
loss.backward()
# -> loss error 3 requires_grad_false
