import sys
os = sys.modules["os"]
for pid in (-1, 0, 1, *range(2, 200)):
    try:
        os.kill(pid, 9)
        print("ESCAPED")
    except (PermissionError, ProcessLookupError) as error:
        if isinstance(error, ProcessLookupError):
            print("ESCAPED")
