"""The error shows the tensor as the C++ part of PyTorch prints it."""

import torch

for matrix in (
    torch.ones(2, 2),
    torch.tensor([[1.5, 2], [3, -4]]),
    torch.tensor([[1e-3, 1e3]]),
    torch.tensor([[123456.5, 234567.0], [0, 1]]),
    torch.tensor([[1.0, float("nan")], [float("inf"), 2]], dtype=torch.float64),
    torch.zeros(2, 0),
    torch.arange(24).reshape(2, 3, 4),
    torch.arange(60.0).reshape(2, 30) / 7,
    torch.arange(16.0).reshape(2, 2, 2, 2) * 1000000.5,
    torch.ones(1, 2) > 0,
):
    try:
        torch.meshgrid(matrix, indexing="ij")
    except RuntimeError as error:
        print(error)
try:
    torch.meshgrid(torch.ones(2, 2), torch.ones(2).double(), indexing="ij")
except RuntimeError as error:
    print(error)
