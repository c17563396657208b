import torch, array
a = array.array('i', [1, 2, 3])
t = torch.frombuffer(a, dtype=torch.int32); print(t)
t[0] = 7; print(a)
print(torch.frombuffer(bytearray(b"\x00\x00\x80\x3f\x00\x00\x00\x40"), dtype=torch.float32), torch.frombuffer(bytearray(range(6)), dtype=torch.uint8, count=3, offset=2))
for bad in (lambda: torch.frombuffer(bytearray(3), dtype=torch.float32), lambda: torch.frombuffer(bytearray(), dtype=torch.uint8)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
