import torch

for steps in (2, 5, 7, 20, 41):
    print(torch.linspace(-2, 2, steps).tolist())
print(torch.linspace(0, 1, 11, dtype=torch.float64).tolist())
print((torch.linspace(-2, 2, 7) / 0.3).round())
for bounds in ((0, 1, 0.1), (-5, 5, 0.25), (0, 3, 1 / 3)):
    print(len(torch.arange(*bounds)), torch.arange(*bounds).tolist())
    print(torch.arange(*bounds, dtype=torch.float64).tolist())
