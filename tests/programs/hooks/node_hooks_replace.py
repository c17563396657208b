import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * 4
y.grad_fn.register_prehook(lambda gs: (gs[0] * 10,))
y.grad_fn.register_hook(lambda gi, go: (gi[0] + 1, None))
y.backward()
print(x.grad)
