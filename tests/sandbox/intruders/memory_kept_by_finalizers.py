class Phoenix:
    def __del__(self):
        kept.append(Phoenix())
        kept.append(bytes(1 << 22))
kept = []
Phoenix()
while True:
    kept.pop()
