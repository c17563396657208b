import torch

torch.manual_seed(0)
a = torch.randn(3, requires_grad=True)
b = torch.randn(3, requires_grad=True)
product = a * b
product.grad_fn.register_hook(lambda gi, go: print("after", [g.shape for g in gi]))
product.grad_fn.register_prehook(lambda go: (go[0] * 2,))
torch.autograd.graph.register_multi_grad_hook([a, b], lambda grads: print("both", len(grads)))
accumulator = a.view_as(a).grad_fn.next_functions[0][0]
accumulator.register_hook(lambda *_: print("a accumulated"))
(product.sum() + a.norm()).backward()
print(a.grad, b.grad)
