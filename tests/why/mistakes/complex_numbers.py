import torch
z = torch.tensor([1 + 2j], requires_grad=True)
z.abs().sum().backward()
# -> NotImplementedError error 2 refused
