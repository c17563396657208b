import torch
from torch import nn
torch.manual_seed(0)
class CRF(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.T = nn.Parameter(torch.randn(n, n)); self.s = nn.Parameter(torch.randn(n)); self.e = nn.Parameter(torch.randn(n))
    def forward(self, em, tags, mask):
        return -(self.score(em, tags, mask) - self.norm(em, mask)).mean()
    def score(self, em, tags, mask):
        L, B = tags.shape
        sc = self.s[tags[0]] + em[0, torch.arange(B), tags[0]]
        for i in range(1, L):
            sc += (self.T[tags[i - 1], tags[i]] + em[i, torch.arange(B), tags[i]]) * mask[i]
        last = tags[mask.long().sum(0) - 1, torch.arange(B)]
        return sc + self.e[last]
    def norm(self, em, mask):
        sc = self.s + em[0]
        for i in range(1, em.size(0)):
            nxt = torch.logsumexp(sc.unsqueeze(2) + self.T.unsqueeze(0) + em[i].unsqueeze(1), dim=1)
            sc = torch.where(mask[i].bool().unsqueeze(1), nxt, sc)
        return torch.logsumexp(sc + self.e, dim=1)
crf = CRF(3); em = torch.randn(4, 2, 3, requires_grad=True)
mask = torch.tensor([[1, 1], [1, 1], [1, 0], [1, 0]], dtype=torch.float)
loss = crf(em, torch.tensor([[0, 1], [2, 1], [1, 0], [0, 0]]), mask); loss.backward()
print(loss, em.grad[3], crf.T.grad, crf.s.grad)
