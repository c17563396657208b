import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
for y in (x * w, x * 2, x.exp(), x.log(), x ** 3, x.sum(), x.sum(0, keepdim=True), x.mean(), x.view(2, 1), x[0:1],
          x.relu(), x.sigmoid(), x.softmax(0), x / w, x.clamp(min=0), x.unsqueeze(0), x.max(), x.expand(2, 2), torch.cat([x, w])):
    names = [n for n in dir(y.grad_fn) if n.startswith('_saved_')]
    print(y.grad_fn.name(), names)
