import torch


def written(x):
    out = x.clone().view(-1)
    out.add_(1)
    return out


x = torch.ones(2, 2, requires_grad=True)
print(written(x).grad_fn, torch.autograd.is_view_replay_enabled())
with torch.autograd._force_original_view_tracking(True):
    y = written(x)
    print(y.grad_fn, torch.autograd.is_view_replay_enabled())
    y = x.clone().t()[0]
    y.mul_(3)
    print(y.grad_fn, y.grad_fn.next_functions[0][0])
    y.sum().backward()
print(x.grad)
print(torch.autograd.is_view_replay_enabled())
