import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 0.5], [0.1, 0.2], [1.0, -1.0]], requires_grad=True)
y = torch.tensor([0, 1, 1])
w = torch.tensor([1.0, 3.0])
for options in (dict(), dict(weight=w), dict(reduction='sum'), dict(reduction='none'), dict(label_smoothing=0.1),
                dict(ignore_index=1), dict(weight=w, reduction='sum')):
    loss = F.cross_entropy(logits, y, **options)
    g, = torch.autograd.grad(loss.sum(), logits)
    print({k: v if not torch.is_tensor(v) else v.tolist() for k, v in options.items()}, loss.detach(), g[0])
