>>> import torch
>>> x = torch.ones(2, requires_grad=True)
>>> x.sum().backward()
# -> SyntaxError error 1 session
