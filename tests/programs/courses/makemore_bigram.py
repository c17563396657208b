import torch
import torch.nn.functional as F

words = ['emma', 'ava', 'mia']
chars = sorted(set(''.join(words)))
stoi = {s: i + 1 for i, s in enumerate(chars)}
stoi['.'] = 0
xs, ys = [], []
for w in words:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        xs.append(stoi[ch1])
        ys.append(stoi[ch2])
xs, ys = torch.tensor(xs), torch.tensor(ys)
g = torch.Generator().manual_seed(2147483647)
n = len(stoi)
W = torch.randn((n, n), generator=g, requires_grad=True)
for k in range(3):
    xenc = F.one_hot(xs, num_classes=n).float()
    logits = xenc @ W
    counts = logits.exp()
    probs = counts / counts.sum(1, keepdims=True)
    loss = -probs[torch.arange(len(xs)), ys].log().mean() + 0.01 * (W ** 2).mean()
    print(f'{loss.item():.4f}')
    W.grad = None
    loss.backward()
    W.data += -10 * W.grad
