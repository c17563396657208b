import torch
import torch.autograd.forward_ad as fwAD



class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, z):
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)
        ctx.z = z
        return x * y * z

    @staticmethod
    def jvp(ctx, x_t, y_t, _):
        x, y = ctx.saved_tensors
        print("jvp", x_t, y_t, _)
        return ctx.z * (y * x_t + x * y_t)

    @staticmethod
    def vjp(ctx, grad_out):
        x, y = ctx.saved_tensors
        return ctx.z * grad_out * y, ctx.z * grad_out * x, None


a = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
t = torch.tensor([1.0, 10.0], dtype=torch.double)
b = torch.tensor([3.0, 4.0], requires_grad=True, dtype=torch.double)
c = 4

with fwAD.dual_level():
    a_dual = fwAD.make_dual(a, t)
    d = Scaled.apply(a_dual, b, c)
    print(d)
    d.sum().backward()
print(a.grad, b.grad)
