import sys
if len(sys.argv) > 1 or len(sys.orig_argv) > 1 or sys.modules["os"].environ:
    print("ESCAPED", sys.argv, sys.orig_argv)
