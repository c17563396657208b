import torch
from torch import nn

for name, options in (
    ('uniform_', {}), ('uniform_', {'a': -2, 'b': 3}), ('normal_', {'mean': 1.0, 'std': 0.1}), ('constant_', {'val': 0.3}), ('ones_', {}),
    ('zeros_', {}), ('eye_', {}), ('xavier_uniform_', {}), ('xavier_uniform_', {'gain': 5 / 3}), ('xavier_normal_', {}),
    ('kaiming_uniform_', {}), ('kaiming_uniform_', {'mode': 'fan_out', 'nonlinearity': 'relu'}), ('kaiming_normal_', {}),
    ('kaiming_normal_', {'a': 0.2, 'nonlinearity': 'leaky_relu'}), ('trunc_normal_', {}), ('trunc_normal_', {'std': 0.5, 'a': -0.3, 'b': 0.3}),
    ('orthogonal_', {}), ('orthogonal_', {'gain': 2}),
):
    torch.manual_seed(0)
    w = torch.empty(3, 4)
    out = getattr(nn.init, name)(w, **options)
    print(name, options, out is w, w._version)
    print(w)
