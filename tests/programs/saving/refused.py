"""What a load refuses unless it is told otherwise, and the position that a save leaves behind."""
import io

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)


file = io.BytesIO()
torch.save(Net(), file)
file.seek(0)
net = torch.load(file, weights_only=False)
print(net, net.fc.weight.shape)
for ask in (lambda: torch.load(io.BytesIO()), lambda: torch.save(net, 3), lambda: torch.load(3)):
    try:
        ask()
    except Exception as error:
        print(type(error).__name__, error)
weights = io.BytesIO()
torch.save(net.fc.weight, weights)
try:
    torch.load(weights)  # at its end
except EOFError as error:
    print("EOFError", error)
file.seek(0)
torch.load(file)
