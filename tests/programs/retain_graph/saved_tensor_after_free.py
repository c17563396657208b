import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
print(y.grad_fn._saved_result)
y.sum().backward()
try:
    print(y.grad_fn._saved_result)
except RuntimeError as e:
    print(e)
