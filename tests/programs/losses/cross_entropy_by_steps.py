import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 0.5, -1.0]], requires_grad=True)
target = torch.tensor([1])
logp = F.log_softmax(logits, dim=1)
loss = F.nll_loss(logp, target)
print(logp, loss)
loss.backward()
print(logits.grad)
print(F.cross_entropy(logits, target), -logp[0, 1])
