from dataclasses import dataclass, field

import torch


@dataclass
class State:
    w: torch.Tensor
    history: list = field(default_factory=list)

    def step(self, lr):
        with torch.no_grad():
            self.w -= lr * self.w.grad
        self.w.grad = None


s = State(torch.tensor(4.0, requires_grad=True))
for _ in range(3):
    loss = s.w ** 2
    loss.backward()
    s.history.append(loss.item())
    s.step(0.25)
print(s.history, s)
