import torch

pos = torch.tensor([[0.0, 0.0], [1.5, 0.0], [0.0, 2.0]], requires_grad=True)
pairs = [(0, 1), (1, 2), (0, 2)]
energy = sum(0.5 * ((pos[i] - pos[j]).norm() - 1.0) ** 2 for i, j in pairs)
energy.backward()
force = -pos.grad
print(energy)
print(force, force.sum(0).abs().max().item() < 1e-6)
