import torch

w = torch.tensor(1.0, requires_grad=True)
losses = [w * 2, w ** 2]
losses.backward()
# -> losses error 5 no_tensor
