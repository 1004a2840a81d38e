"""Reads selection maps of tutti, as far as pictures need them."""

import re
from dataclasses import dataclass
from math import inf

from bad_input import BadInput

NUMBERS_LISTED = 8  # a longer range of numbers of ranks is one row
FIRST_LINE = "tutti-map 2"
RANGE = r"\[(\d+),(\d+|inf)\)"
RULE = (rf"(\w+) +ranks +{RANGE} +bytes +{RANGE} +(\S+)(?: +commutative)?"
        r"(?: +measured +([\d,]+))?")
FIT = (rf"\w+ +ranks +{RANGE} +bytes +{RANGE} +\S+(?: +commutative)?"
       r" +\w+ +\d +\d +error +\S+ +of +\S+")


@dataclass
class Rule:
    """The protocol that serves half-open ranges of ranks and bytes."""

    collective: str
    ranks_begin: float
    ranks_end: float
    bytes_begin: float
    bytes_end: float
    protocol: str
    measured: tuple = ()  # sizes in bytes


    def serves(self, ranks):
        return self.ranks_begin <= ranks < self.ranks_end


@dataclass
class Map:
    path: str
    target: str
    library: str
    machine: str
    rules: list
    fits: int


def is_map(text):
    return text.startswith("tutti-map")


def parse_map(path, text):
    """Returns the map. Raises BadInput if any line is invalid."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1)
             if line and not line.startswith("#")]
    expect(path, lines, 0, FIRST_LINE, f"'{FIRST_LINE}'")
    target = expect(path, lines, 1, r"target (\S+)", "'target NAME'")[1]
    library, _, machine = (expect(path, lines, index, rf"{word} (.+)", f"'{word} ...'")[1]
                           for index, word in enumerate(("library", "registry", "machine"), start=2))
    count = int(expect(path, lines, 5, r"rules (\d+)", "'rules' and a number")[1])
    rules = [parse_rule(path, lines, 6 + index) for index in range(count)]
    at = 6 + count
    fits = int(expect(path, lines, at, r"fits (\d+)", "'fits' and a number")[1])
    for index in range(at + 1, at + 1 + fits):
        expect(path, lines, index, FIT, "'COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT ... of C,...'")
    expect(path, lines, at + 1 + fits, "end", "the line 'end'")
    return Map(str(path), target, library, machine, rules, fits)


def expect(path, lines, index, pattern, expected):
    """Matches the line at the index with the pattern. Raises BadInput if it does not match."""
    if index >= len(lines):
        raise BadInput(path, lines[-1][0] + 1, f"expected {expected}: the file is cut")
    number, line = lines[index]
    match = re.fullmatch(pattern, line)
    if not match:
        raise BadInput(path, number, f"expected {expected}")
    return match


def parse_rule(path, lines, index):
    match = expect(path, lines, index, RULE, "'COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT ...'")
    ranks_begin, ranks_end, bytes_begin, bytes_end = map(float, match.group(2, 3, 4, 5))
    measured = tuple(int(size) for size in match[7].split(",")) if match[7] else ()
    return Rule(match[1], ranks_begin, ranks_end, bytes_begin, bytes_end, match[6], measured)


def rows_of_ranks(rules):
    """Returns the numbers of ranks that the rules serve, each with its text: every number by
    itself, but for ranges that are long or have no end."""
    edges = sorted({edge for rule in rules for edge in (rule.ranks_begin, rule.ranks_end)})
    rows = []
    for begin, end in zip(edges, edges[1:]):
        if not any(rule.serves(begin) for rule in rules):
            continue
        if end - begin <= NUMBERS_LISTED:
            rows += [(ranks, str(ranks)) for ranks in range(int(begin), int(end))]
        else:
            text = f"{begin:g} and more" if end == inf else f"{begin:g} to {end - 1:g}"
            rows.append((int(begin), text))
    return rows
