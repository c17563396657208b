import torch
a = torch.arange(6.).view(2, 3)
s = a.untyped_storage()
print(s.size(), s.nbytes(), len(s), a.storage_offset(), a[1].storage_offset())
print(a.data_ptr() == a.view(-1).data_ptr(), a.untyped_storage().data_ptr() == a[1].untyped_storage().data_ptr(), a.t().untyped_storage().data_ptr() == s.data_ptr())
print(a.element_size(), a.nbytes)
st = a.storage()
print(st.size(), len(st), st[2], st.tolist())
print(st)
st[0] = 9.
print(a, st.dtype, a.storage().data_ptr() == a.data_ptr())
print(a.t().storage().tolist(), a[:, 1].storage().size())
print(type(s), type(st))
