import torch

x = torch.tensor(1.0, requires_grad=True)
y = x.clone()
print(y.grad_fn.metadata)
y.grad_fn.metadata['where'] = 'line 4'
print(y.grad_fn.metadata, y.grad_fn is y.grad_fn)
