import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
z = y + 1


def post(grad_inputs, grad_outputs):
    print('post', grad_inputs, grad_outputs)


def pre(grad_outputs):
    print('pre', grad_outputs)


y.grad_fn.register_hook(post)
y.grad_fn.register_prehook(pre)
z.backward()
print(x.grad)
