import torch
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
a=torch.tensor([1.,2.])
u=a.untyped_storage(); print(u); print(repr(u)[:30], u[0:2], u.device, type(u.tolist()), u.element_size(), u.is_shared(), u.clone()[2])
u[3]=0; print(a)
s=a.storage()
tr(lambda: s[0:1]); tr(lambda: s['a']); tr(lambda: s[5]); tr(lambda: s[-1]); tr(lambda: s[5.]); 
print(s.element_size(), s.nbytes(), s.device, s.is_shared(), s.untyped().size(), type(s.clone()), s.fill_(3), a)
