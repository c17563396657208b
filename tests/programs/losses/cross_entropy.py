import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 0.5, -1.0], [0.0, 0.0, 0.0]], requires_grad=True)
target = torch.tensor([0, 2])
loss = F.cross_entropy(logits, target)
loss.backward()
print(loss, logits.grad)
p = torch.softmax(logits.detach(), 1)
onehot = F.one_hot(target, 3)
print((p - onehot) / 2)
