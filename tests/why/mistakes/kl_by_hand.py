import torch
import torch.nn.functional as F
torch.manual_seed(0)
logits = torch.tensor([[0.0, -200.0, 3.0]], requires_grad=True)
q = F.softmax(logits, dim=1)
p = torch.tensor([[0.5, 0.0, 0.5]])
kl = (p * (p / q).log()).sum()
kl.backward()
print(logits.grad)
# -> logits nan 7 zero_times_infinity
