# Functions of older tutorials that say what has taken their place.
import torch

A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
b = torch.tensor([[1.0], [2.0]])

for name, arguments in (
    ("symeig", (A, True)),
    ("eig", (A,)),
    ("solve", (b, A)),
    ("lstsq", (b, A)),
    ("matrix_rank", (A,)),
):
    try:
        getattr(torch, name)(*arguments)
    except RuntimeError as error:
        print(name, error)
    print(hasattr(torch.Tensor, name))

try:
    torch.ones(2).reinforce(1.0)
except RuntimeError as error:
    print(error)

try:
    A.symeig(eigenvectors=True)
except RuntimeError as error:
    print(error)

torch.solve(b, A)
