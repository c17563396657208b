import torch
class Binarize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        g = g.clone()
        g[x.abs() > 1] = 0
        return g
w = torch.tensor([0.3, -2.0, 0.9], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    (Binarize.apply(w) - 0.5).pow(2).sum().backward()
    opt.step()
print(w)
