import sys
os = sys.modules["os"]
os.write(3, b"-[here](https://evil.test)")
os._exit(121)
