import torch
import torch.nn.functional as F

pred = torch.tensor([0.5, 1.0, 3.0], requires_grad=True)
target = torch.tensor([0.0, 1.0, 0.0])
for f in (F.l1_loss, F.smooth_l1_loss, F.huber_loss):
    loss = f(pred, target)
    g, = torch.autograd.grad(loss, pred)
    print(f.__name__, loss, g)
