import torch

pts = torch.tensor([[1.0, 1.0], [1.0, 1.0]], requires_grad=True)
opt = torch.optim.SGD([pts], lr=0.1)
for i in range(3):
    opt.zero_grad()
    gap = torch.cdist(pts[:1], pts[1:])
    push = -gap.mean()
    push.backward()
    opt.step()
    print(i, gap.item(), pts.grad)
# -> pts zero 7 norm_zero
