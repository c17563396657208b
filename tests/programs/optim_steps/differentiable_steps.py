# Steps that can be differentiated: back through several of them, to the parameters, the gradients and the options.
import torch
from torch import optim


def through(name, make, steps=3, **options):
    torch.manual_seed(0)
    start = torch.rand(4, dtype=torch.float64, requires_grad=True)
    param = start.clone()
    grad = torch.rand(4, dtype=torch.float64, requires_grad=True)
    options = {key: torch.tensor(value, dtype=torch.float64, requires_grad=True) for key, value in options.items()}
    optimizer = make([param], options)
    for step in range(steps):
        param.grad = grad * (1 + step)
        optimizer.step()
    try:
        found = torch.autograd.grad((param**2).sum(), [start, grad, *options.values()])
        print(name, param.grad_fn.name(), *found)
    except RuntimeError as error:
        print(name, error)


through("SGD", lambda p, o: optim.SGD(p, momentum=0.9, differentiable=True, **o), lr=0.1, weight_decay=0.1)
through("Adam", lambda p, o: optim.Adam(p, weight_decay=0.1, differentiable=True, **o), lr=0.1)
through("Adam's betas", lambda p, o: optim.Adam(p, betas=(o["b1"], o["b2"]), differentiable=True), b1=0.9, b2=0.99)
through("AdamW", lambda p, o: optim.AdamW(p, differentiable=True, **o), lr=0.1, weight_decay=0.1)
through("AMSGrad", lambda p, o: optim.Adam(p, lr=0.1, amsgrad=True, differentiable=True), steps=1)
through("AMSGrad twice", lambda p, o: optim.Adam(p, lr=0.1, amsgrad=True, differentiable=True), steps=2)
through("Adadelta", lambda p, o: optim.Adadelta(p, differentiable=True))
through("Adagrad", lambda p, o: optim.Adagrad(p, lr_decay=0.1, differentiable=True))
through("RMSprop", lambda p, o: optim.RMSprop(p, lr=0.1, differentiable=True))
through("centered", lambda p, o: optim.RMSprop(p, lr=0.1, centered=True, differentiable=True))
