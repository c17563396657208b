import torch


def attempt(tensor, dtype):
    try:
        tensor.grad_dtype = dtype
        print(tensor.grad_dtype)
    except RuntimeError as e:
        print(e)


x = torch.ones(2, requires_grad=True)
print(x.grad_dtype)
attempt(x * 2, torch.float16)
attempt(x, 3)
x.grad = torch.ones(2)
attempt(x, torch.float64)
x.grad = None
attempt(x, torch.float64)
try:
    x.grad = torch.ones(2)
except RuntimeError as e:
    print(e)
x.register_hook(lambda g: print('hook', g))
(x * 2).sum().backward()
print(x.grad, torch.autograd.grad((x * 3).sum(), x))

y = torch.ones(2, requires_grad=True)
attempt(y, None)
y.grad = torch.ones(2, dtype=torch.float16)
(y * 2).sum().backward()
print(y.grad)
z = torch.ones(2, requires_grad=True)
attempt(z, None)
z.backward(torch.ones(2, dtype=torch.float64))
print(z.grad)
