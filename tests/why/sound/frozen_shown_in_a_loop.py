import torch
import torch.nn as nn
torch.manual_seed(0)
backbone = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8))
for p in backbone.parameters():
    p.requires_grad = False
head = nn.Linear(8, 2)
opt = torch.optim.AdamW(head.parameters(), lr=1e-2)
x, y = torch.randn(6, 4), torch.randint(0, 2, (6,))
for _ in range(3):
    logits = head(backbone(x))
    loss = nn.functional.cross_entropy(logits, y)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
for n, p in backbone.named_parameters():
    print(n, p.grad)
