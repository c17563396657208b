import sys
ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_long
size = ctypes.c_long(1 << 26)
count = 0
while libc.mmap(None, size, 3, 0x4022, -1, ctypes.c_long(0)) != -1:
    count += 1
    if count > 64:
        print("ESCAPED")
        break
