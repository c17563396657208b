"""Record the public names of PyTorch's namespaces, so that a missing one can be told from a mistyped one. Run with torch==2.13.0:

    python -m tools.record.absent_names

Which of them PyTorch documents goes into documented.txt, for docs/coverage.md.
"""

import inspect
import os
import pathlib
import pkgutil
import re
import types

import torch

NAMESPACES = (
    "torch torch.Tensor torch.amp torch.autograd torch.autograd.functional torch.autograd.graph torch.backends.cuda "
    "torch.backends.cudnn torch.cuda torch.distributions torch.distributions.constraints torch.distributions.transforms "
    "torch.func torch.jit torch.linalg torch.nn torch.nn.functional torch.nn.init torch.nn.modules.module torch.nn.utils "
    "torch.nn.utils.parametrizations torch.nn.utils.parametrize torch.nn.utils.rnn torch.optim torch.optim.lr_scheduler "
    "torch.optim.swa_utils torch.random torch.serialization torch.special torch.testing torch.utils "
    "torch.utils.checkpoint torch.utils.data"
).split()
# Modules of which this project has nothing, or only part.
MODULES = (
    "__future__ amp compile cpu distributed distributions export fft fx func futures hub jit library masked mps "
    "multiprocessing onnx overrides package profiler quantization signal sparse testing torch_version types "
    "xpu"
).split()

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = ROOT / "autograd_engine" / "trace" / "names.txt"
DOCUMENTED = ROOT / "tools" / "documented.txt"


def public(namespace):
    """Return the names that a namespace offers: what its documentation lists, or all that are no modules."""
    value = home(namespace)
    offered = {name for name in dir(value) if not name.startswith("_")}
    if isinstance(value, types.ModuleType):
        offered = {name for name in offered if not isinstance(getattr(value, name), types.ModuleType)}
    listed = getattr(value, "__all__", None)
    return sorted(offered & set(listed) if listed and namespace not in ("torch", "torch.nn.functional") else offered)


def home(namespace):
    """Return the module or class with this name."""
    value = torch
    for part in namespace.split(".")[1:]:
        value = getattr(value, part)
    return value


def is_documented(value):
    """Tell whether PyTorch says more of a function or class than its signature; the rest is internal, or another name."""
    text, module = (getattr(value, name, None) for name in ("__doc__", "__module__"))
    if not (callable(value) or inspect.isdatadescriptor(value)) or not isinstance(text, str):
        return False
    if isinstance(module, str) and (not module.startswith("torch") or inspect.isclass(value) and module == "torch._C"):
        return False
    return not re.fullmatch(r"\w+\([^\n]*(\)| -> [^\n]*)|Members:.*", text.strip(), re.DOTALL)


def modules(path, prefix="torch.", depth=1):
    """Yield the public modules of PyTorch, those that `import torch` leaves alone too, by their full names."""
    for module in pkgutil.iter_modules(path, prefix):
        name = module.name.rpartition(".")[2]
        if not name.startswith("_"):
            yield module.name
            if module.ispkg and depth < 3:
                yield from modules([os.path.join(folder, name) for folder in path], f"{module.name}.", depth + 1)


if __name__ == "__main__":
    NAMES.with_name("modules.txt").write_text("\n".join(modules(list(torch.__path__))) + "\n")
    found = {namespace: public(namespace) for namespace in NAMESPACES}
    documented = {
        namespace: [name for name in listed if is_documented(getattr(home(namespace), name))]
        for namespace, listed in found.items()
    }
    found["torch"] += MODULES
    for path, table in ((NAMES, found), (DOCUMENTED, documented)):
        path.write_text("".join(f"{namespace} {' '.join(listed)}\n" for namespace, listed in table.items()))
