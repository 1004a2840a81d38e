"""Reads the traces that a preloaded library writes to TUTTI_TRACE: JSON lines, each for one call
site, shape and rank, with the times at which the received data were first used."""

import json

from bad_input import BadInput, require

FIELDS = {"site": str, "collective": str, "ranks": int, "bytes": int, "rank": int,
          "ended_us": float, "sub_messages": int, "sub_message_bytes": int, "order": list,
          "access_us": list}


def is_accesses(text):
    return '"sub_message_bytes"' in text.split("\n", 1)[0]


def parse_accesses(path, text):
    """Returns all rows. Raises BadInput if any line is invalid."""
    lines = text.split("\n")
    if lines.pop():
        raise BadInput(path, len(lines) + 1, "expected a line break at the end: the file is cut")
    return [parse_row(path, number, line) for number, line in enumerate(lines, start=1)]


def parse_row(path, number, line):
    try:
        row = json.loads(line)
    except json.JSONDecodeError:
        raise BadInput(path, number, "expected one whole JSON object: the file is cut or foreign")
    require(path, number, row, FIELDS)
    for part in row["order"]:
        if not isinstance(part, int) or not 0 <= part < row["sub_messages"]:
            raise BadInput(path, number, f"expected 'order' to hold numbers below "
                                         f"{row['sub_messages']}, of sub-messages")
    times = row["access_us"]
    if len(times) != len(row["order"]) or not all(isinstance(t, (int, float)) for t in times):
        raise BadInput(path, number, "expected 'access_us' to hold a time for each of 'order'")
    return row
