import torch
from torch import nn

torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 3)
        self.decoder = nn.Linear(3, 1)

    @torch.inference_mode()
    def encode(self, x):
        return self.encoder(x)

    def forward(self, x):
        return self.decoder(self.encode(x))


loss = Model()(torch.randn(2, 3)).mean()
loss.backward()
# -> self.encoder(x) error 13 inference_mode
