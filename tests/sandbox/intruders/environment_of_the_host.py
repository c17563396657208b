import sys
os, ctypes = sys.modules["os"], sys.modules["ctypes"]
start = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "program_invocation_name").value
texts = []
while sum(map(len, texts)) < 1 << 20:  # up to the end of the stack, where exec has put it
    texts.append(ctypes.string_at(start + sum(len(text) + 1 for text in texts)))
    if texts[-1].partition(b"=")[0] in (b"HOME", b"PATH", b"USER", b"PYTEST_CURRENT_TEST"):
        print("ESCAPED", texts[-1], flush=True)
