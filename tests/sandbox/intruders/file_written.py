import sys
posix = sys.modules["posix"]
posix.write(posix.open("/tmp/escaped", posix.O_CREAT | posix.O_WRONLY), b"x")
print("ESCAPED")
