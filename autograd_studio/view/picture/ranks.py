"""The layer of each box: below all its inputs."""

from __future__ import annotations

Pair = tuple[int, int]


def ranked(count: int, links: list[Pair]) -> list[int]:
    """Return the layer of each box: below all its inputs; a box without inputs is just above its first use.

    A link that closes a circle is ignored.
    """
    after: list[list[int]] = [[] for _ in range(count)]
    inputs = [0] * count
    for a, b in links:
        after[a].append(b)
        inputs[b] += 1
    ranks, missing, done = [0] * count, list(inputs), [False] * count
    ready = [box for box in range(count) if not missing[box]]
    for start in range(count):
        if not done[start] and not ready:
            ready.append(start)
        while ready:
            box = ready.pop()
            done[box] = True
            for child in after[box]:
                missing[child] -= 1
                if not done[child]:
                    ranks[child] = max(ranks[child], ranks[box] + 1)
                    if not missing[child]:
                        ready.append(child)
    for box in range(count):
        if not inputs[box] and after[box]:
            ranks[box] = max(0, min(ranks[child] for child in after[box]) - 1)
    return ranks
