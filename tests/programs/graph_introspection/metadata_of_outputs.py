import torch

x = torch.arange(12.0).reshape(3, 4).requires_grad_()


def show(out):
    node = out.grad_fn
    print(node.name(), [(m.shape, m.dtype) for m in node._input_metadata])


show(x.unbind(0)[2])
show(x.split([1, 3], 1)[1])
show(x.max(0).values)
show(torch.linalg.qr(x).R)
show(x.double().topk(2, dim=1).values)


class Parts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x.long(), 3

    @staticmethod
    def backward(ctx, grad, of_long, of_number):
        return grad * 2


show(Parts.apply(x)[0])
print([name for name in dir((x * x).grad_fn) if not name.startswith("__")])

a, b = x[0].sin(), x[0].cos()
a.register_hook(lambda grad: print("sin"))
b.register_hook(lambda grad: print("cos"))
a.grad_fn._set_sequence_nr(b.grad_fn._sequence_nr() + 10)
(a + b).sum().backward()
