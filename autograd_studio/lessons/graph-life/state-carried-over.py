import torch

w = torch.tensor(2., requires_grad=True); h = torch.tensor(1.)
for step in range(2):
    h = w * h                           # step 1's h still hangs on step 0's graph
    try: h.backward(); print(step, w.grad)       # 0 tensor(1.)
    except RuntimeError as e: print(step, str(e)[:40])   # 1 Trying to backward through the graph a ...
    # fix: h = h.detach()
