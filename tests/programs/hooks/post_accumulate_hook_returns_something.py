import torch

t = torch.ones(2, requires_grad=True)
t.register_post_accumulate_grad_hook(lambda tensor: tensor.grad)
accumulate = t.view_as(t).grad_fn.next_functions[0][0]
try:
    accumulate(torch.ones(2))
except RuntimeError as e:
    print(e)
print(t.grad)
