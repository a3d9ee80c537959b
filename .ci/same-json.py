"""Compares two JSON files, or two files of JSON lines, including the order of properties, duplicate properties and the text of numbers.

usage: same-json.py EXPECTED ACTUAL"""
import json
import sys


def documents(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines() if path.endswith(".ndjson") else [text]
    for line in lines:
        if line.strip():
            yield json.loads(
                line,
                parse_int=lambda digits: ("number", digits),
                parse_float=lambda digits: ("number", digits),
                object_pairs_hook=lambda pairs: ("object", pairs),
            )


def main():
    expected, actual = (list(documents(path)) for path in sys.argv[1:3])
    if len(expected) != len(actual):
        sys.exit(f"{len(expected)} documents became {len(actual)}")
    for number, (one, other) in enumerate(zip(expected, actual), start=1):
        if one != other:
            sys.exit(f"document {number} of {sys.argv[1]} is not the same as in {sys.argv[2]}")
    print(f"{sys.argv[1]}: {len(expected)} equal")


sys.setrecursionlimit(100_000)
main()
