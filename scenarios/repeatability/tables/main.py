"""Counts words in dictionaries and sets, whose order and collisions depend on the
random hashes of strings."""

import sys


def count():
    counts = {}
    for i in range(64):
        word = "word-%d" % (i % 21)
        counts[word] = counts.get(word, 0) + 1
    return sum(counts.values()), len(set(counts) | {"gate", "line"})


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdecimal() or int(sys.argv[1]) == 0:
        print("usage: main.py N", file=sys.stderr)
        return 2
    for _ in range(int(sys.argv[1])):
        if count() != (64, 23):
            print("main.py: lost a word", file=sys.stderr)
            return 1
    return 0


sys.exit(main())
