import torch
from torch import nn

torch.manual_seed(8)
scores = torch.randn(3, 4)
classes = torch.tensor([0, 3, 1])
signs = torch.tensor([1.0, -1.0, 1.0])
a, b = torch.randn(3, 4), torch.randn(3, 4)
for module, arguments in (
    (nn.L1Loss(), (scores, a)), (nn.MSELoss(reduction='sum'), (scores, a)), (nn.SmoothL1Loss(beta=0.5), (scores, a)),
    (nn.HuberLoss(delta=0.3), (scores, a)), (nn.NLLLoss(), (scores, classes)), (nn.CrossEntropyLoss(label_smoothing=0.1), (scores, classes)),
    (nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 3.0, 4.0]), ignore_index=1), (scores, classes)),
    (nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0)), (scores, (a > 0).float())), (nn.KLDivLoss(reduction='batchmean'), (scores, a.softmax(1))),
    (nn.CosineEmbeddingLoss(margin=0.1), (scores, a, signs)), (nn.MarginRankingLoss(0.5), (scores[:, 0], a[:, 0], signs)),
    (nn.TripletMarginLoss(swap=True), (scores, a, b)), (nn.GaussianNLLLoss(full=True), (scores, a, b.abs())),
):
    x = arguments[0].clone().requires_grad_()
    loss = module(x, *arguments[1:])
    loss.backward()
    print(module, loss.detach(), x.grad.flatten()[:3], list(module.state_dict()))
