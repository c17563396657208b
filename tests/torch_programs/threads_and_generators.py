import threading

import torch

x = torch.ones(2, requires_grad=True)
results = []


def work(k):
    results.append((x.detach() * k).requires_grad_().pow(2).sum())
    results[-1].backward()


threads = [threading.Thread(target=work, args=(k,)) for k in range(2)]
for t in threads:
    t.start()
    t.join()
total = sum(x[i] * k for i, k in enumerate((2, 5)))
total.backward()
print(results, x.grad)
