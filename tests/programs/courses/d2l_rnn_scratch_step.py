import torch
import torch.nn.functional as F

torch.manual_seed(0)
vocab, hidden = 5, 4
W_xh = (torch.randn(vocab, hidden) * 0.1).requires_grad_()
W_hh = (torch.randn(hidden, hidden) * 0.1).requires_grad_()
W_hq = (torch.randn(hidden, vocab) * 0.1).requires_grad_()
X = F.one_hot(torch.tensor([[0, 2, 4], [1, 3, 0]]).T, vocab).float()
H = torch.zeros(2, hidden)
outputs = []
for x in X:
    H = torch.tanh(x @ W_xh + H @ W_hh)
    outputs.append(H @ W_hq)
out = torch.cat(outputs, dim=0)
y = torch.tensor([2, 3, 4, 0, 1, 1])
loss = F.cross_entropy(out, y)
loss.backward()
norm = torch.sqrt(sum(torch.sum(p.grad ** 2) for p in (W_xh, W_hh, W_hq)))
print(out.shape, f'{loss.item():.4f} {norm.item():.4f}')
print(torch.exp(loss.detach()))
