import torch
from torch import nn
d = nn.ModuleDict({"lin": nn.Linear(2, 2), "act": nn.ReLU()}); print(d); print(list(d.keys()), "act" in d, len(d))
d.update([["lrelu", nn.LeakyReLU()]]); d.pop("act"); print(d)
p = nn.ParameterDict({"left": nn.Parameter(torch.ones(2, 3)), "right": nn.Parameter(torch.zeros(3))}); print(p)
p["n"] = torch.ones(2); print(list(p.keys()), p.get("left").shape, p.setdefault("z", torch.ones(1)))
pl = nn.ParameterList([torch.ones(2), nn.Parameter(torch.zeros(1, 2))]); print(pl); pl.append(torch.ones(1)); print(len(pl), pl[1:])
