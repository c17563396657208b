import builtins
for name in list(vars(builtins)):
    if not name.startswith("_"):
        delattr(builtins, name)
