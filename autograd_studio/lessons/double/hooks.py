import torch

x = torch.tensor(2., requires_grad=True); y = x * 3; z = y ** 2
x.register_hook(lambda g: print('x hook', g, x.grad))                   # x hook tensor(360.) None   (BEFORE accumulation)
x.register_post_accumulate_grad_hook(lambda t: print('post', t.grad))   # post tensor(360.)
y.register_hook(lambda g: g * 10)                                       # a returned tensor replaces the gradient
y.retain_grad(); z.backward()
print(x.grad, y.grad)                   # tensor(360.) tensor(120.)   retain_grad sees the hook's result
