import sys
ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)
libc.sbrk.restype = ctypes.c_long
count = 0
while libc.sbrk(ctypes.c_long(1 << 26)) != -1:
    count += 1
    if count > 64:
        print("ESCAPED")
        break
