"""Rows that an embedding does not have, and indices of other types than it takes."""
import torch
import torch.nn.functional as F


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


table = torch.ones(4, 2)
for rows in ([3, 0, 9, 1], [-5], [-1, 0]):
    weight = table.clone()
    attempt(lambda: F.embedding(torch.tensor(rows), weight, max_norm=0.5))
    print(weight)
    attempt(lambda: F.embedding(torch.tensor(rows), table))
for kind in (torch.float, torch.bool, torch.int16, torch.int32):
    rows = torch.tensor([1, 0]).to(kind)
    attempt(lambda: F.embedding(rows, table, max_norm=1.0))
    attempt(lambda: F.embedding(rows, table))
    attempt(lambda: F.embedding_bag(rows, table, torch.tensor([0])))
attempt(lambda: F.embedding([1], table, max_norm=1.0))
attempt(lambda: F.embedding_bag([1], table))
attempt(lambda: F.embedding(torch.tensor([0]), torch.ones(2, 3, 4), max_norm=1.0))
torch.nn.Embedding(4, 2, max_norm=1.0)(torch.tensor([2, 4]))
