import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x.exp()
print(y.equal(y.grad_fn._saved_result))
print(y is y.grad_fn._saved_result)
z = x.pow(2)
print(x.equal(z.grad_fn._saved_self))
print(x is z.grad_fn._saved_self)
print(z.grad_fn._saved_exponent)
