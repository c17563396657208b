import warnings
import torch


def risky(x):
    if x.item() > 1:
        warnings.warn('large input', RuntimeWarning)
    return x * 2


for v in (1.0, 2.0, 3.0):
    print(risky(torch.tensor(v)))
warnings.warn('deprecated thing', DeprecationWarning)
warnings.warn('plain')
