import torch

torch.manual_seed(0)
enc = torch.nn.Linear(4, 3)
batch = torch.tensor([[0.2, -0.1, 0.7, 1.3]])
feat = enc(batch)
spread = feat.std(dim=0)
normed = (feat - feat.mean(dim=0)) / (spread + 1e-5)
loss = normed.pow(2).mean()
loss.backward()
print(loss)
print(enc.weight.grad)
# => nan 7: the unbiased standard deviation over a batch of one row is 0/0
