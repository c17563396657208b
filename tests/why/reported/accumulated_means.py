import torch
from torch import nn

torch.manual_seed(0)
lm = nn.Linear(4, 6)
opt = torch.optim.SGD(lm.parameters(), lr=0.1)
micro = [(torch.randn(7, 4), torch.tensor([1, 2, 3, 4, 5, 0, 1])),
         (torch.randn(7, 4), torch.tensor([3, -100, -100, -100, -100, -100, -100]))]

opt.zero_grad()
for feats, labels in micro:
    loss = nn.functional.cross_entropy(lm(feats), labels, ignore_index=-100)
    (loss / len(micro)).backward()
opt.step()
print(lm.bias.grad)
# => wrong 13: micro-batches with different numbers of tokens are averaged one by one, which is not the mean over all tokens
