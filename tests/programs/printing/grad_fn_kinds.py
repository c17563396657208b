import torch

x = torch.tensor([[1.0, 2.0]], requires_grad=True)
for y in (x + 1, x.exp(), x @ x.t(), x.sum(), x[0], x[0, 1], x.mean(0), x.view(2), torch.cat([x, x]), x.clone(),
          x.relu(), x.max(), x.norm(), x.softmax(1), x * 2 > 1, -x, 1 - x, x / 2, x.T):
    print(y)
