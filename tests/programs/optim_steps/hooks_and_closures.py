import torch

w = torch.nn.Parameter(torch.tensor(2.0))
opt = torch.optim.SGD([w], lr=0.1)
pre = opt.register_step_pre_hook(lambda o, args, kwargs: print('pre', type(o).__name__, len(args), kwargs))
post = opt.register_step_post_hook(lambda o, args, kwargs: print('post', w))


def closure():
    opt.zero_grad()
    loss = w ** 2
    loss.backward()
    print('closure', loss.item(), torch.is_grad_enabled())
    return loss


print(opt.step(closure))
pre.remove()
print(opt.step(closure=closure))
post.remove()
print(opt.step())
w.grad = None
print(opt.step(), w)
