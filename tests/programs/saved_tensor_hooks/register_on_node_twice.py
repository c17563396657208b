import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
y.grad_fn._raw_saved_result.register_hooks(lambda t: t * 2, lambda t: t)
try:
    y.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)
except RuntimeError as e:
    print(e)
y.sum().backward()
print(x.grad)
