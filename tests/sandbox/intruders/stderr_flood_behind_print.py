import sys
os = sys.modules["os"]
while True:
    os.write(2, b"x" * 65536)
