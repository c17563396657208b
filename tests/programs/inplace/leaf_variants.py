import torch

for name, f in {
    'add_': lambda w: w.add_(1),
    '+=': lambda w: w.__iadd__(1),
    'mul_': lambda w: w.mul_(2),
    'zero_': lambda w: w.zero_(),
    'fill_': lambda w: w.fill_(3),
    'copy_': lambda w: w.copy_(torch.ones(2)),
    'w[0] =': lambda w: w.__setitem__(0, 5.0),
    'w[0].mul_': lambda w: w[0].mul_(5.0),
    'view.add_': lambda w: w.view(-1).add_(1),
    'exp_': lambda w: w.exp_(),
    'normal_': lambda w: w.normal_(),
}.items():
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    try:
        f(w)
        print(name, 'fine', w)
    except RuntimeError as e:
        print(name, '->', e)
