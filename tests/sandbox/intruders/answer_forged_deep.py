import sys
os = sys.modules["os"]
data = b"[" * 10 ** 6
while data:
    data = data[os.write(3, data):]
os._exit(0)
