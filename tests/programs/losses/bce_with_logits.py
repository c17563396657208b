import torch
import torch.nn.functional as F

z = torch.tensor([2.0, -1.0, 0.0], requires_grad=True)
y = torch.tensor([1.0, 1.0, 0.0])
loss = F.binary_cross_entropy_with_logits(z, y)
loss.backward()
print(loss, z.grad)
print((torch.sigmoid(z.detach()) - y) / 3)
print(F.binary_cross_entropy_with_logits(z, y, pos_weight=torch.tensor(2.0), reduction='none'))
try:
    F.binary_cross_entropy_with_logits(z, torch.tensor([1, 1, 0]))
    print('fine')
except RuntimeError as e:
    print(e)
