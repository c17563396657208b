import torch

x = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    y = x * 2
    print(y.requires_grad, y.is_inference(), torch.is_inference_mode_enabled())
print(y.is_inference())
try:
    y.requires_grad_()
except RuntimeError as e:
    print(e)
try:
    z = x * y
    z.sum().backward()
except RuntimeError as e:
    print(e)
