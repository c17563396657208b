import torch


class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        grad_x = grad_output.clone()
        grad_x[x < 0] = 0
        return grad_x


torch.manual_seed(1)
x = torch.randn(4, 5)
y = torch.randn(4, 2)
w1 = torch.randn(5, 3, requires_grad=True)
w2 = torch.randn(3, 2, requires_grad=True)
for t in range(3):
    y_pred = MyReLU.apply(x.mm(w1)).mm(w2)
    loss = (y_pred - y).pow(2).sum()
    loss.backward()
    print(t, f'{loss.item():.3f}', w1.grad.norm())
    with torch.no_grad():
        for w in (w1, w2):
            w -= 0.01 * w.grad
            w.grad = None
