import torch
import torch.nn.functional as F

torch.manual_seed(0)
for rows, classes in ((4, 3), (20, 5), (40, 10)):
    scores = torch.randn(rows, classes, requires_grad=True)
    target = torch.arange(rows) % classes
    for options in ({}, dict(reduction="sum"), dict(weight=torch.rand(classes) + 0.1)):
        scores.grad = None
        loss = F.cross_entropy(scores, target, **options)
        loss.backward()
        print(loss.item(), scores.grad.flatten()[1].item())
    print(F.nll_loss(scores, target).item(), scores.softmax(0)[1, 1].item(), scores.softmax(1).flatten()[2].item())
images = torch.randn(2, 3, 6, 6)
print(F.cross_entropy(images, torch.arange(72).reshape(2, 6, 6) % 3).item())
p, t = torch.rand(30) * 0.9 + 0.05, torch.rand(30)
print(F.binary_cross_entropy(p, t).item(), F.binary_cross_entropy(p, t, reduction="none").sum().item())
