"""slowdown N EXTRA does 2000 + EXTRA equal units of work, N times."""

import sys


def unit(counts):
    text = "%d-%s" % (10000, "unit")
    counts[text] = len(text)
    return sum(sorted([5, 3, counts[text], 1]))


def main(n, extra):
    counts = {}
    total = 0
    for _ in range(n):
        for _ in range(2000 + extra):
            total += unit(counts)
    return 0 if total == 19 * n * (2000 + extra) else 1


sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
