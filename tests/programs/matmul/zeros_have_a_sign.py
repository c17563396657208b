import torch

zeros, minus = torch.zeros(2, 3), -torch.ones(3, 2)
print(zeros @ minus, zeros[0] @ minus[:, 0], zeros @ minus[:, 0])
print(torch.bmm(zeros[None], minus[None]), torch.bmm(torch.zeros(2, 1, 1), -torch.ones(2, 1, 1)))
print(torch.baddbmm(-torch.zeros(1, 2, 2), zeros[None], minus[None]))
