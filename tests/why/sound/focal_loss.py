import torch
import torch.nn.functional as F
torch.manual_seed(0)
z = torch.randn(6, requires_grad=True)
y = torch.tensor([0., 1., 1., 0., 1., 0.])
p = torch.sigmoid(z)
pt = torch.where(y == 1, p, 1 - p)
loss = ((1 - pt.detach()) ** 2 * F.binary_cross_entropy_with_logits(z, y, reduction='none')).mean()
loss.backward()
print(z.grad)
