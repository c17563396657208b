import torch

x = torch.tensor([[0.5, 1.0], [1.5, 2.0]], requires_grad=True)
ops = ['abs', 'acos', 'asin', 'atan', 'ceil', 'cos', 'cosh', 'erf', 'exp', 'exp2', 'expm1', 'floor', 'log', 'log10', 'log1p',
       'log2', 'neg', 'reciprocal', 'relu', 'round', 'rsqrt', 'sigmoid', 'sign', 'sin', 'sinh', 'sqrt', 'square', 'tan', 'tanh',
       'trunc', 'sum', 'mean', 'prod', 'max', 'min', 'std', 'var', 'norm', 'median', 't', 'tril', 'triu', 'trace', 'diagonal',
       'flatten', 'ravel', 'squeeze', 'clone', 'cumsum', 'frac', 'logit', 'lgamma', 'amax', 'det', 'inverse']
for name in ops:
    y = getattr(x, name)(*((0,) if name == 'cumsum' else ()))
    print(f'{name:11}', y.grad_fn.name())
