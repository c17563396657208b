import sys
os = sys.modules["os"]
os.write(2, b"MemoryError: [here](https://evil.test)\n")
os._exit(121)
