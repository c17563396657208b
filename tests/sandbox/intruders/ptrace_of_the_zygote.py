import sys
ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, 1, 0, 0) != -1:
    print("ESCAPED")
