import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x + 1
node = y.grad_fn.next_functions[0][0]
print(node.name(), node.variable is x, node.next_functions)
z = x * 3
print(node is z.grad_fn.next_functions[0][0])
print(x.grad_fn, node)
