import torch

b = torch.tensor([2.0, 3.0], requires_grad=True)
grad = torch.autograd.grad
for call in (
    lambda: grad(b * 2, b, torch.eye(2), is_grads_batched=True),
    lambda: grad(b * 2, b, is_grads_batched=True),
    lambda: grad(b.sum(), b, is_grads_batched=True),
    lambda: grad(b * 2, b, torch.eye(3), is_grads_batched=True),
    lambda: grad(b.sum(), b, torch.tensor(1.0), is_grads_batched=True),
    lambda: grad([b * 2, b.sum()], b, (torch.ones(3, 2), None), is_grads_batched=True),
    lambda: grad([b * 2, b * 3], b, (torch.ones(3, 2), torch.ones(4, 2)), is_grads_batched=True),
    lambda: grad([b * 2, torch.ones(2)], b, (torch.ones(3, 2), None), is_grads_batched=True),
):
    try:
        print(call())
    except (RuntimeError, ValueError, IndexError) as error:
        print(f"{type(error).__name__}: {error}")
