import torch
from torch import nn
import torch.nn.utils.prune as prune
torch.manual_seed(0)
class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 3, 3)
        self.fc1 = nn.Linear(12, 5)
    def forward(self, x):
        return self.fc1(torch.relu(self.conv1(x)).flatten(1)[:, :12])
model = LeNet()
m = model.conv1
print(list(n for n, _ in m.named_parameters()))
prune.random_unstructured(m, name="weight", amount=0.3)
print([n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()])
print(m.weight)
prune.l1_unstructured(m, name="bias", amount=1)
print(list(m.named_buffers()))
prune.ln_structured(m, name="weight", amount=0.5, n=2, dim=0)
print(m.weight[0], type(list(m._forward_pre_hooks.values())[0]).__name__)
for hook in m._forward_pre_hooks.values():
    if hook._tensor_name == "weight":
        break
print(list(hook))
print(model.state_dict().keys())
out = model(torch.randn(2, 1, 6, 6))
out.sum().backward()
print(m.weight_orig.grad[0])
prune.remove(m, 'weight')
print(list(n for n, _ in m.named_parameters()))
print(prune.is_pruned(model))
