import torch
from torch.nn.utils import clip_grad_value_

w = torch.tensor([2.0, -1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=256.0)


def update():
    clip_grad_value_([w], 1.0)
    scaler.unscale_(opt)
    scaler.step(opt)
    scaler.update()


scaler.scale((w**2).sum()).backward()
update()
# -> w wrong 10 clipped_scaled
