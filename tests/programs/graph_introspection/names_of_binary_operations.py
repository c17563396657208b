import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([3.0, 5.0], requires_grad=True)
for name, z in {
    'x+y': x + y, 'x-y': x - y, 'x*y': x * y, 'x/y': x / y, 'x**y': x ** y, 'x//y': x // y, 'x%y': x % y, '1-x': 1 - x, '1/x': 1 / x,
    '2**x': 2 ** x, 'x**0.5': x ** 0.5, '-x': -x, '+x': +x, 'abs': abs(x), 'x@y': x @ y, 'x+1': x + 1, 'x-1': x - 1, '3*x': 3 * x,
    'atan2': torch.atan2(x, y), 'max': torch.max(x, y), 'fmin': torch.fmin(x, y), 'lerp': torch.lerp(x, y, 0.5),
    'hypot': torch.hypot(x, y), 'dist': torch.dist(x, y), 'cross': torch.outer(x, y), 'logaddexp': torch.logaddexp(x, y),
    'where': torch.where(x > 1, x, y), 'addcmul': torch.addcmul(x, x, y), 'addcdiv': torch.addcdiv(x, x, y), 'rsub': torch.rsub(x, y),
    'fmod': torch.fmod(x, y), 'xlogy': torch.xlogy(x, y), 'float_power': torch.float_power(x, 2),
}.items():
    print(f'{name:10}', z.grad_fn.name() if z.grad_fn is not None else None)
