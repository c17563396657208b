import torch

torch.set_printoptions(precision=9)
for dtype in (torch.float32, torch.float64):
    x = torch.linspace(-3, 3, 11, dtype=dtype, requires_grad=True)
    for function in (torch.exp, torch.sin, torch.cos, torch.tan, torch.atan, torch.tanh, torch.erf, torch.erfc):
        y = function(x)
        y.sum().backward()
        print(function.__name__, y.detach(), x.grad)
        x.grad = None
    p = x.detach().abs() + 0.1
    print(p.log(), p.log2(), p.log10(), (p / 4).asin(), (p / 4).acos(), (p / 4).erfinv())
    print(p.reshape(1, 11).logsumexp(1), p[::2].log(), p.log().exp().T)
