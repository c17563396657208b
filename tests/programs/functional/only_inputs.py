# Written for a PyTorch of long ago, as gradient penalties still are.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x**3).sum()
(gradient,) = torch.autograd.grad(
    outputs=y, inputs=x, grad_outputs=torch.ones(y.size()), create_graph=True, retain_graph=True, only_inputs=True
)
penalty = (gradient.norm(2) - 1) ** 2
penalty.backward()
print(gradient, penalty, x.grad)
print(torch.autograd.grad(x.sum(), x, None, None, False, False))
