import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: 2 * t, lambda t: t):
    y = a**3
saved = y.grad_fn._saved_self
print(saved, saved is a, saved.is_leaf)
g, = torch.autograd.grad(y.sum(), a, create_graph=True)
print(g)
g.sum().backward()
print(a.grad)

b = a * 1
z = b.sin()
z.grad_fn._raw_saved_self.register_hooks(lambda t: (print(t, torch.is_grad_enabled()), t)[1], lambda t: t)
print(z.grad_fn._saved_self, z.grad_fn._saved_self.grad_fn is b.grad_fn)
