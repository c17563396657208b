import torch
x = torch.ones(2, requires_grad=True)
y = x.cuda() * 2
y.sum().backward()
# -> x error 3 no_cuda
