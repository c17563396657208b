# Packed sequences in other dtypes: what does not change is the same object.
import torch
from torch.nn.utils.rnn import pack_sequence

packed = pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4, 5])])
for name in ("double", "float", "half", "long", "int", "short", "char", "byte", "cpu"):
    cast = getattr(packed, name)()
    print(name, cast.data.dtype, cast is packed)
print(packed.to(torch.float32), packed.is_pinned())
