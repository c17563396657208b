import torch
from torch import nn

print(nn.CrossEntropyLoss(weight=torch.ones(2)).weight, nn.CrossEntropyLoss().weight, nn.MSELoss().reduction)
print(nn.BCELoss(reduction='none')(torch.tensor([0.25, 0.5]), torch.tensor([1.0, 0.0])))
print(nn.MSELoss(size_average=False)(torch.zeros(2), torch.ones(2)), nn.L1Loss(reduce=False)(torch.zeros(2), torch.ones(2)))
for f in (
    lambda: nn.MSELoss(reduction='max')(torch.zeros(2), torch.zeros(2)), lambda: nn.TripletMarginLoss(margin=0),
    lambda: nn.HuberLoss(delta='a'), lambda: nn.CrossEntropyLoss(smoothing=0.1), lambda: nn.MSELoss(1, 2, 'mean', 3), lambda: nn.GaussianNLLLoss(True),
    lambda: nn.MSELoss()(torch.zeros(2)), lambda: nn.BCELoss()(torch.tensor([1.5]), torch.tensor([1.0])),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
