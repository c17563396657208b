import torch
x = torch.ones(3, requires_grad=True)
sum([x * n for n in range(2000)]).sum().backward()
