import torch
import torch.nn.functional as F

g = torch.Generator().manual_seed(2147483647)
X = torch.tensor([[0, 0, 0], [0, 0, 5], [0, 5, 2], [5, 2, 2]])
Y = torch.tensor([5, 2, 2, 1])
C = torch.randn((6, 2), generator=g)
W1 = torch.randn((6, 4), generator=g)
b1 = torch.randn(4, generator=g)
W2 = torch.randn((4, 6), generator=g)
b2 = torch.randn(6, generator=g)
parameters = [C, W1, b1, W2, b2]
for p in parameters:
    p.requires_grad = True
print(sum(p.nelement() for p in parameters))
for i in range(3):
    emb = C[X]
    h = torch.tanh(emb.view(-1, 6) @ W1 + b1)
    logits = h @ W2 + b2
    loss = F.cross_entropy(logits, Y)
    print(f'{loss.item():.4f}')
    for p in parameters:
        p.grad = None
    loss.backward()
    for p in parameters:
        p.data += -0.1 * p.grad
print(C.grad)
