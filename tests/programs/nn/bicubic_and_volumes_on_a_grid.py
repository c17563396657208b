import torch, torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(1, 2, 5, 5, requires_grad=True)
g = (torch.rand(1, 3, 4, 2) * 2.4 - 1.2).requires_grad_()
for p in ('zeros', 'border', 'reflection'):
    for a in (True, False):
        y = F.grid_sample(x, g, mode='bicubic', padding_mode=p, align_corners=a); print(y)
        gx, gg = torch.autograd.grad(y.pow(2).sum(), (x, g)); print(gx[0, 0], gg[0, 0])
v = torch.randn(1, 1, 3, 3, 3, requires_grad=True)
th = torch.eye(3, 4)[None]
gr = F.affine_grid(th, (1, 1, 2, 2, 2), align_corners=False); print(gr.shape, gr[0, 0])
y = F.grid_sample(v, gr, align_corners=False); print(y, y.grad_fn); y.sum().backward(); print(v.grad)
