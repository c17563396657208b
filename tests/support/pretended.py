"""A device that pretends: PyTorch's key for backends of others, carried out on the CPU, which counts what waits for it.

Importing this registers the device in the whole process, so tests do it in one of their own.
"""

from collections import Counter
from typing import Any

import torch
from torch.utils._pytree import tree_leaves, tree_map
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

NAME = "pretended"

_AS_ON_CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
_READING = {
    "aten::_local_scalar_dense",
    "aten::equal",
    "aten::nonzero",
    "aten::masked_select",
}  # all results need a number

reads: Counter[str] = Counter()  # of the device, each of which waits for all that it has still to do
_memories: dict[int, torch.UntypedStorage] = {}  # by address; kept, so that no address is used twice


def _is_there(item: Any) -> bool:
    return isinstance(item, torch.Tensor) and item.device.type == NAME


def _plain(item: Any) -> Any:
    """Return the same elements as a tensor of the CPU."""
    if not _is_there(item):
        return item
    there = item.untyped_storage()
    memory = _memories[there.data_ptr()] if there.nbytes() else torch.UntypedStorage(0)
    return torch.empty(0, dtype=item.dtype).set_(memory, item.storage_offset(), item.shape, item.stride())


def _placed(made: Any, given: list[torch.Tensor]) -> Any:
    """Return a result as a tensor of the device: a view of what was given if it lies in the same memory."""
    if not isinstance(made, torch.Tensor):
        return made
    memory = made.untyped_storage()
    layout = made.shape, made.stride(), made.storage_offset()
    for tensor in given:
        if memory.nbytes() and tensor.untyped_storage().data_ptr() == memory.data_ptr():
            return torch.ops.aten.as_strided.default.redispatch(_AS_ON_CPU, tensor, *layout)
    found = torch._C._acc.create_empty_tensor((0,), made.dtype)
    if not memory.nbytes():
        return torch.ops.aten.as_strided.default.redispatch(_AS_ON_CPU, found, *layout)
    _memories[memory.data_ptr()] = memory
    there = torch._C._construct_storage_from_data_pointer(memory.data_ptr(), torch.device(NAME, 0), memory.nbytes())
    shape, stride, offset = layout
    place = torch.ops.aten.set_.source_Storage_storage_offset
    return place.redispatch(_AS_ON_CPU, found, there, offset, shape, stride)


def _carried_out(op: Any, *args: Any, **kwargs: Any) -> Any:
    name, target = op.name(), kwargs.get("device")
    plain_args, plain_kwargs = tree_map(_plain, (args, kwargs))
    if name == "aten::_copy_from":
        if not _is_there(args[1]):
            reads[name] += 1
        plain_args[1].copy_(plain_args[0])
        return args[1]
    is_read = target is not None and torch.device(target).type == "cpu"
    masks = name.startswith("aten::index") and any(t.dtype is torch.bool for t in tree_leaves(args) if _is_there(t))
    if name in _READING or is_read or masks:
        reads[name] += 1
    if target is not None:
        plain_kwargs["device"] = "cpu"
    result = op(*plain_args, **plain_kwargs)
    if is_read:
        return result
    named = dict(zip((a.name for a in op._schema.arguments), args, strict=False)) | kwargs
    written = [named[a.name] for a in op._schema.arguments if a.alias_info and a.alias_info.is_write]
    if written:
        return written[0] if len(written) == 1 else tuple(written)
    given = [t for t in tree_leaves((args, kwargs)) if _is_there(t)]
    return tree_map(lambda made: _placed(made, given), result)


def _unseen(op: Any, *args: Any, **kwargs: Any) -> Any:
    """Carry an operator out; what that calls is no call of the program."""
    with torch._C.DisableTorchFunction():
        return _carried_out(op, *args, **kwargs)


_setup_privateuseone_for_python_backend(NAME)
_library = torch.library.Library("_", "IMPL")
_library.fallback(_unseen, "PrivateUse1")
