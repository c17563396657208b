import torch
import torch.nn as nn
torch.manual_seed(0)
feat = nn.Linear(3, 4)
clf = nn.Linear(4, 2)
opt = torch.optim.SGD(list(feat.parameters()) + list(clf.parameters()), lr=0.1)
for x, y in [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))]:
    with torch.no_grad():
        mean, std = x.mean(0), x.std(0)
        h = feat((x - mean) / std)
    loss = nn.functional.cross_entropy(clf(torch.relu(h)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> feat.weight none 8 no_grad
# -> feat.bias none 8 no_grad
