import torch
class MyT(torch.Tensor):
    pass
a = torch.tensor([1., 2.]).as_subclass(MyT)
print(type(a), a)
b = a + 1
print(type(b), b, isinstance(b, MyT))
c = torch.ones(2) * a
print(type(c), type(torch.sin(a)), type(torch.stack([a, a])), type(a.sum()), type(a.detach()), type(a[0]), type(a.numpy()))
x = MyT([1., 2., 3.])
print(type(x), x, x.dtype)
x.requires_grad_()
y = (x ** 2).sum()
print(y)
y.backward()
print(x.grad, type(x.grad))
print(a.size(), a.tolist(), a.shape, type(a.data), type(a.clone()))
