import torch
x = torch.ones(2, requires_grad=True)
print(“x”, x)
# -> SyntaxError error 3 page
