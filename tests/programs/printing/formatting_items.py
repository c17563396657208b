import torch

x = torch.tensor(3.14159265)
print(f'{x}', f'{x:.2f}', f'{x.item():.3f}', '%.2f' % x, '{:8.3f}|'.format(x), f'{x.item()}')
print(f'{torch.tensor(5)}', f'{torch.tensor(5):d}', f'{torch.tensor(5):05d}')
v = torch.tensor([1.0, 2.0], requires_grad=True)
print(f'{v}', f'{v.tolist()}', f'{v[0]:.1f}', f'{v[0]}')
try:
    f'{v:.2f}'
except TypeError as e:
    print(e)
print('loss: {:.4f} at {}'.format(v.sum(), v.shape))
