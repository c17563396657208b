import torch
import torch.nn.functional as F

q = torch.tensor([[1.0, 2.0, 0.5]], requires_grad=True)
p = torch.tensor([[0.2, 0.5, 0.3]])
loss = F.kl_div(F.log_softmax(q, 1), p, reduction='batchmean')
loss.backward()
print(loss, q.grad)
print(F.kl_div(F.log_softmax(q, 1), p))
