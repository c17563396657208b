import torch

calls = {
    "addmm_": lambda: torch.ones(2, 2).addmm_(torch.ones(2, 3), torch.ones(3, 4)),
    "addmm_ of one": lambda: torch.ones(1).addmm_(torch.ones(2, 3), torch.ones(3, 4)),
    "addmm_ of others": lambda: torch.ones(2, 2).addmm_(torch.ones(2, 3), torch.ones(4, 4)),
    "addmm": lambda: torch.ones(2, 2).addmm(torch.ones(2, 3), torch.ones(3, 4)),
    "baddbmm_": lambda: torch.ones(2, 2, 2).baddbmm_(torch.ones(3, 2, 2), torch.ones(3, 2, 2)),
    "addr_": lambda: torch.ones(3).addr_(torch.ones(2), torch.ones(3)),
    "addr_ of one": lambda: torch.ones(1, 3).addr_(torch.ones(2), torch.ones(3)),
    "addmv_": lambda: torch.ones(1).addmv_(torch.ones(2, 3), torch.ones(3)),
}
for name, call in calls.items():
    try:
        call()
    except RuntimeError as error:
        print(name, error)
w = torch.ones(2, 2, requires_grad=True)
(torch.zeros(2, 2).addmm_(w, w, beta=0.5, alpha=2)).sum().backward()
print(w.grad, torch.zeros(2, 3).addr_(torch.ones(2), torch.arange(3.0)))
