import torch
from torch import nn
torch.manual_seed(0)
m = nn.AdaptiveLogSoftmaxWithLoss(16, 10, cutoffs=[3, 7]); print(m)
x = torch.randn(5, 16, requires_grad=True); out = m(x, torch.tensor([0, 4, 8, 9, 2])); print(out)
out.loss.backward(); print(x.grad[0], m.log_prob(x), m.predict(x))
print(m(x[0], torch.tensor(8)).loss)
for bad in (lambda: m(x, torch.tensor([1, 2])), lambda: m(x[0], torch.tensor([1])), lambda: m(x, torch.tensor([0, 1, 2, 3, 99])), lambda: nn.AdaptiveLogSoftmaxWithLoss(4, 10, [5, 3]), lambda: nn.AdaptiveLogSoftmaxWithLoss(4, 10, [])):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
d = nn.DataParallel(nn.Linear(2, 2)); print(d); print(d(torch.ones(1, 2))); print(list(d.state_dict()), d.module.weight.shape)
