import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)


def step(p):
    print('accumulated', p.grad)
    with torch.no_grad():
        p -= 0.1 * p.grad
    p.grad = None


w.register_post_accumulate_grad_hook(step)
for _ in range(2):
    (w ** 2).sum().backward()
    print(w, w.grad)
try:
    (w * 2).register_post_accumulate_grad_hook(step)
except RuntimeError as e:
    print(e)
