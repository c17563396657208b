import torch

p = [torch.nn.Parameter(torch.zeros(1))]
o = torch.optim
for f in (
    lambda: o.SGD(p, lr=-1), lambda: o.SGD(p, momentum=-1), lambda: o.SGD(p, weight_decay=-1), lambda: o.SGD(p, nesterov=True), lambda: o.SGD(p, rate=1),
    lambda: o.SGD(), lambda: o.SGD([], lr=1), lambda: o.SGD(p[0], lr=1), lambda: o.SGD([1.0], lr=1), lambda: o.SGD({p[0]}, lr=1), lambda: o.SGD([p[0] * 1], lr=1),
    lambda: o.Adam(p, lr=-1), lambda: o.Adam(p, eps=-1), lambda: o.Adam(p, betas=(1.0, 0.9)), lambda: o.Adam(p, betas=(0.9, -1.0)), lambda: o.Adam(p, weight_decay=-1),
    lambda: o.AdamW(p, lr=-1), lambda: o.RMSprop(p, alpha=-1), lambda: o.RMSprop(p, momentum=-1), lambda: o.Adagrad(p, lr_decay=-1),
    lambda: o.Adagrad(p, initial_accumulator_value=-1), lambda: o.Adadelta(p, rho=2),
    lambda: o.LBFGS(p, lr=-1), lambda: o.LBFGS(p).step(), lambda: o.SGD(p, lr=torch.ones(2)),
    lambda: o.Optimizer(p, {}).step(), lambda: o.SGD(p, fused=True, foreach=True),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
