#!/usr/bin/env python3
"""Says whether two JSON files hold the same: property order, duplicate names, the text of numbers, the text of dates.

    compare.py EXPECTED ACTUAL [EXPECTED ACTUAL ...]

Files that end in .ndjson or .jsonl hold a JSON text a line. Python's own parser reads both sides, numbers as their
texts and objects as lists of pairs, so that nothing of the library under test has a part in the verdict.
Prints one line a pair and exits with 1 if any two differ.
"""

import json
import sys


def reject(text):
    raise ValueError(f"{text} is not JSON")


def load(text):
    return json.loads(text, parse_int=lambda t: ("number", t), parse_float=lambda t: ("number", t),
                      parse_constant=reject, object_pairs_hook=lambda pairs: ("object", pairs))


def documents(path):
    with open(path, "rb") as file:
        if path.endswith((".ndjson", ".jsonl")):
            for line in file:
                if line.strip():
                    yield load(line.decode("utf-8"))
        else:
            yield load(file.read().decode("utf-8"))


def difference(expected, actual, path="$"):
    """The path of the first difference, or None. Iterative, as JSON may nest deeper than Python's stack."""
    pending = [(expected, actual, path)]
    while pending:
        left, right, path = pending.pop()
        if type(left) is not type(right):
            return path
        if isinstance(left, tuple) and left[0] == "object" == right[0]:
            if [name for name, _ in left[1]] != [name for name, _ in right[1]]:
                return f"{path} (names)"
            pending += [(a, b, f"{path}[{json.dumps(name)}]") for (name, a), (_, b) in zip(left[1], right[1])]
        elif isinstance(left, list):
            if len(left) != len(right):
                return f"{path} (length)"
            pending += [(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(left, right))]
        elif left != right:
            return path
    return None


def compare(expected_path, actual_path):
    """A description of the first difference, or None."""
    end = object()
    expected, actual = documents(expected_path), documents(actual_path)
    count = 0
    while True:
        left, right = next(expected, end), next(actual, end)
        if left is end and right is end:
            return None
        if left is end or right is end:
            return f"the one ends after {count} documents, the other does not"
        found = difference(left, right)
        if found:
            return f"document {count}: {found}"
        count += 1


def main(arguments):
    if not arguments or len(arguments) % 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    sys.setrecursionlimit(100_000)
    failed = False
    for expected, actual in zip(arguments[::2], arguments[1::2]):
        try:
            found = compare(expected, actual)
        except (ValueError, RecursionError) as error:
            found = str(error)
        failed |= found is not None
        print(f"{actual}: {'DIFFERS, ' + found if found else 'equal'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
