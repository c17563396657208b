import torch

x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = x * 2
y.retain_grad()
y.register_hook(lambda grad: grad * 10)
handle = x.register_hook(lambda grad: print("x receives", grad))
z = (y.relu() ** 2).sum()
z.backward()
handle.remove()
x.register_post_accumulate_grad_hook(lambda t: print("accumulated", t.grad))
(x * y.detach()).sum().backward()
print(y.grad, x.grad)
