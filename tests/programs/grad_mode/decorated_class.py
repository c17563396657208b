import warnings

import torch

with warnings.catch_warnings(record=True) as shown:
    warnings.simplefilter('always')

    @torch.no_grad()
    class Model:
        def __init__(self):
            print(torch.is_grad_enabled())

        def forward(self):
            print(torch.is_grad_enabled())

    Model().forward()
print([(w.category.__name__, str(w.message)) for w in shown])
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print(x.numpy())
