import torch

LU = torch.eye(3)
for rows in ([1, 3, 3], [1, 2, 4], [0, 2, 3], [-5, 2, 9]):
    pivots = torch.tensor(rows, dtype=torch.int32)
    for sides in torch.tensor([[1.0], [2.0], [3.0]]), torch.ones(3, 0), torch.ones(0, 3, 2):
        for adjoint in False, True:
            try:
                print(torch.linalg.lu_solve(LU, pivots, sides, adjoint=adjoint))
            except RuntimeError as error:
                print(error)
