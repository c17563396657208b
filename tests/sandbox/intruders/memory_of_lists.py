kept = []
while True:
    kept.append([0] * 1_000_000)
