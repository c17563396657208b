# Of 0 and -0, which are equal, kernels keep one or the other.
import torch
import torch.nn.functional as F

zeros = torch.tensor([-0.0, 0.0, -1.0])
print(zeros.relu(), zeros.clamp(min=0), F.relu6(zeros), (zeros * 0).clamp(max=0))
for n in 3, 16, 17, 40:
    minus = torch.full((n,), -0.0)
    print(torch.maximum(minus, torch.zeros(n)), torch.minimum(torch.zeros(n), minus), minus.clamp(torch.zeros(n)))
scores = torch.tensor([[1.0, -2.0, 3.0], [0.5, 0.0, -1.0]], requires_grad=True)
F.multi_margin_loss(scores, torch.tensor([0, 0])).backward()
print(scores.grad)
stacked = torch.zeros(2, 2, 2, requires_grad=True)
stacked.log_softmax(0).backward(-torch.zeros(2, 2, 2))
print(stacked.grad)
