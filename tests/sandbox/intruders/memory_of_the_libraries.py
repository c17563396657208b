import sys
ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_long
MIB = 1 << 20
at = libc._handle  # the loader's list of libraries
while at:
    base, name, _, at = (ctypes.c_ulong * 4).from_address(at)
    if any(part in ctypes.string_at(name) for part in (b"libmkl", b"openblas", b"gfortran")):
        end = base
        while libc.madvise(ctypes.c_void_p(end), 4096, 15) == 0:
            end += 4096
        libc.munmap(ctypes.c_void_p(base), ctypes.c_size_t(end - base))
held = 0
while (start := libc.mmap(None, MIB, 3, 0x22, -1, ctypes.c_long(0))) != -1:
    ctypes.memset(start, 1, MIB)
    held += 1
if held > 128 * 1.1:
    print("ESCAPED", held)
