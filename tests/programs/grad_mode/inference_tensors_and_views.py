import torch

a = torch.ones(2, requires_grad=True).clone()
with torch.inference_mode():
    v = a.view(-1)
    made = torch.ones(2, requires_grad=True)
    inside = made.view(-1)
    print(v.is_inference(), v.requires_grad, v._is_view(), v.grad_fn)
    print(inside.is_inference(), inside.requires_grad, inside._is_view())
    made.add_(1)
    made.resize_(1)
    print(made, made.requires_grad)
outside = made.view(-1)
print(outside.is_inference(), outside.requires_grad, outside._is_view(), outside.is_leaf)
torch.autograd.graph.increment_version(made)
try:
    v.add_(2)
except RuntimeError as e:
    print(e)
a.add_(1)
try:
    v.grad_fn
except RuntimeError as e:
    print(e)
