import torch


def count(fn):
    seen, stack = {}, [fn]
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen[node] = node.name()
        stack.extend(f for f, _ in node.next_functions)
    return sorted(seen.values())


x = torch.tensor(1.0, requires_grad=True)
w = torch.tensor(2.0, requires_grad=True)
h = torch.tanh(w * x)
y = h * h + w
print(count(y.grad_fn))
