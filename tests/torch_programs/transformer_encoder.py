import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 16)
        layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, dropout=0.0)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.head = nn.Linear(16, 4)

    def forward(self, tokens):
        return self.head(self.encoder(self.embedding(tokens)).mean(dim=1))


torch.manual_seed(0)
model = Classifier()
tokens = torch.randint(0, 20, (3, 6))
loss = nn.functional.cross_entropy(model(tokens), torch.tensor([0, 1, 2]))
loss.backward()
print(loss.item(), model.embedding.weight.grad.norm())
