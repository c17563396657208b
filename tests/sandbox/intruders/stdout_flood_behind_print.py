import sys
os = sys.modules["os"]
while True:
    os.write(1, b"x" * 65536)
