# Where numbers belong in sorted rows: each row has numbers of its own, and one number suits one sequence only.
import torch

rows = torch.tensor([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]])
print(torch.searchsorted(rows, torch.tensor([[3.0], [3.0]])), torch.searchsorted(rows[0], 3.0), torch.searchsorted(rows[0], rows, right=True))
for values in (1.0, torch.tensor(1.0), torch.ones(1), torch.ones(3, 2)):
    try:
        torch.searchsorted(rows, values)
    except RuntimeError as error:
        print(error)
