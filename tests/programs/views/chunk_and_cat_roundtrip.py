import torch

x = torch.arange(6.0, requires_grad=True)
parts = x.chunk(3)
print([p.grad_fn.name() for p in parts], [p.output_nr for p in parts])
y = torch.cat([p * k for k, p in enumerate(parts)])
y.sum().backward()
print(x.grad)
