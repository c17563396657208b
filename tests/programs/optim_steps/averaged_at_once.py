import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

torch.manual_seed(0)
for average in (get_ema_multi_avg_fn(0.9), get_ema_multi_avg_fn(0.5)):
    model = nn.Linear(3, 2)
    averaged = AveragedModel(model, multi_avg_fn=average)
    for _ in range(3):
        with torch.no_grad():
            for p in model.parameters():
                p.add_(torch.randn_like(p))
        averaged.update_parameters(model)
    print(averaged, averaged.n_averaged, list(averaged.parameters()))
try:
    get_ema_multi_avg_fn(2.0)
except ValueError as error:
    print(error)
