import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
h = w * 2
h.requires_grad = False
h.sum().backward()
# -> h error 4 flag_of_result
