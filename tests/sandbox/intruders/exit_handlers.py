import sys
os = sys.modules["os"]
sys.modules["atexit"].register(os.write, 1, b"ESCAPED")
sys.modules["weakref"].finalize(os, os.write, 1, b"ESCAPED")
sys.unraisablehook = sys.excepthook = lambda *a: os.write(3, b"x" * 99)
raise KeyError
