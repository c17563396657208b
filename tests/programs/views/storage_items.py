import torch
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
a=torch.tensor([1.,2.])
u=a.untyped_storage(); print(u); print(repr(u)[:30], u.device, type(u.tolist()))
u[3]=0; print(a)
s=a.storage()
tr(lambda: s[5]); tr(lambda: s[-1])
print(s.nbytes(), s.device, s.size(), list(s))
