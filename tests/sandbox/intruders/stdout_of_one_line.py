while True:
    print("x" * 65_536, end="")
