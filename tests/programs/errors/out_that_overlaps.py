# A result is not written where operands still have to be read, except right over them.
import torch

x = torch.arange(6.0)


def tried(compute):
    try:
        print(compute())
    except RuntimeError as error:
        print(error)


tried(lambda: torch.sin(x[1:], out=x[:-1]))
tried(lambda: torch.add(x[1:], x[:-1], out=x[1:]))
tried(lambda: torch.add(x[:3], x[3:], out=x[:3]))
for name in ("round", "square", "cumsum", "div", "pow", "fmod", "maximum", "clamp"):
    function = getattr(torch, name)
    other = {"round": (), "square": (), "cumsum": (0,), "clamp": (0, 1)}.get(name, (x[1:],))
    tried(lambda: function(x[1:], *other, out=x[:-1]))
tried(lambda: torch.exp(x[:3], out=x[3:]))
tried(lambda: torch.mul(x, 2, out=x))
tried(lambda: torch.add(torch.ones(3), 1, out=torch.ones(1).expand(3)))
tried(lambda: torch.mm(torch.ones(2, 2), torch.ones(2, 2), out=torch.ones(1, 1).expand(2, 2)))
print(x)
