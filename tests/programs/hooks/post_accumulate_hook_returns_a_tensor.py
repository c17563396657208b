import torch

for returned in (lambda leaf: leaf, lambda leaf: leaf.grad, lambda leaf: 3, lambda leaf: torch.ones(3)):
    x = torch.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(returned)
    accumulate = x.view_as(x).grad_fn.next_functions[0][0]
    try:
        accumulate(torch.ones(2))
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, str(e))
    print(x.grad)
