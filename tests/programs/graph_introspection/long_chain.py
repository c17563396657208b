import torch

x = torch.tensor(1.0, requires_grad=True)
y = x
for _ in range(200):
    y = y * 1.01
y.backward()
print(f'{y.item():.3f} {x.grad.item():.3f}')
n, node = 0, y.grad_fn
while node.next_functions:
    n, node = n + 1, node.next_functions[0][0]
print(n, node.name())
