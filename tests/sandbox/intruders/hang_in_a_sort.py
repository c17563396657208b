class Slow:
    def __lt__(self, other):
        while True:
            pass
sorted([Slow(), Slow()])
