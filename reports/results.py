"""Reads result files: JSON lines, as bench, tune, map and validate write them.

Fields are found by name; names of algorithms are mere data.
"""

import json
from dataclasses import dataclass, field

from bad_input import BadInput, require

VERSION = 1
POINT = {"subject": str, "collective": str, "ranks": int, "bytes": int}
FIELDS = {
    "header": {"tutti_results": int, "kind": str, "date": str, "library": str,
               "library_version": str, "machine": str, "machine_details": dict,
               "command_line": str},
    "measurement": {**POINT, "launch": int, "time_us_median": float, "time_us_low": float,
                    "time_us_high": float, "samples_us": list},
    "skipped": {**POINT, "reason": str},
    "validation": {**POINT, "speedup": float, "speedup_low": float, "speedup_high": float,
                   "verdict": str, "algorithm_ran": str, "map_us_median": float,
                   "default_us_median": float},
    "expectation": {**POINT, "time_us": float, "error": float, "chosen": bool},
    "claim": {"claim": str, "what": str, "source": str, "measured": float, "low": float,
              "high": float, "unit": str, "goal": float, "bound": str, "holds": bool},
    "broadcast": {"protocol": str, "torus": list, "bytes": int, "late": int, "late_us": float,
                  "misaligned": int, "ends": list},
    "phases": {"claim": str, "place": str, "way": str, "phases": list},
}
LISTED = {
    "broadcast": ("ends", {"entered_us": float, "left_us": float, "put": int, "eager": int}),
    "phases": ("phases", {"name": str, "seconds": float}),
}


@dataclass
class Section:
    """The rows below one header."""

    path: str
    header: dict
    measurements: list = field(default_factory=list)
    skipped: list = field(default_factory=list)
    validations: list = field(default_factory=list)
    expectations: list = field(default_factory=list)
    claims: list = field(default_factory=list)
    broadcasts: list = field(default_factory=list)
    phases: list = field(default_factory=list)


def is_result_file(text):
    """Returns whether the text is a result file: JSON lines, the first with `tutti_results`."""
    return '"tutti_results"' in text.split("\n", 1)[0]


def numbered_lines(path, text):
    """Returns the whole lines of a file with their numbers. Raises BadInput if the last one is cut."""
    lines = text.split("\n")
    if lines.pop():
        raise BadInput(path, len(lines) + 1, "expected a line break at the end: the file is cut")
    return enumerate(lines, start=1)


def row_of_kind(path, number, line, kinds):
    """Returns the row of a line, which must be of one of the kinds."""
    try:
        row = json.loads(line)
    except json.JSONDecodeError:
        raise BadInput(path, number, "expected one whole JSON object: the file is cut or foreign")
    if not isinstance(row, dict) or row.get("row") not in kinds:
        raise BadInput(path, number, f"expected a row of kind {', '.join(kinds)}")
    return row


def parse_results(path, text):
    """Returns the sections of a file. Raises BadInput if any line is invalid."""
    sections = []
    for number, line in numbered_lines(path, text):
        add_row(sections, parse_row(path, number, line), path, number)
    return sections


def parse_row(path, number, line):
    row = row_of_kind(path, number, line, FIELDS)
    kind = row["row"]
    if kind == "measurement" and row.get("timing") == "round-time":
        row = with_times_of_rounds(row)
    require(path, number, row, FIELDS[kind])
    if kind in LISTED:
        name, fields = LISTED[kind]
        for item in row[name]:
            require(path, number, item, fields)
    return row


def with_times_of_rounds(row):
    """Returns the row with its round-times in the columns of times, for who draws either."""
    prefix = "round_time_"
    times = {name.removeprefix("round_") if name.startswith(prefix + "us") else "samples_us": value
             for name, value in row.items() if name.startswith(prefix)}
    return row | times


def add_row(sections, row, path, number):
    if row["row"] == "header":
        if row["tutti_results"] != VERSION:
            raise BadInput(path, number, f"expected results of version {VERSION}")
        sections.append(Section(str(path), row))
        return
    if not sections:
        raise BadInput(path, number, "expected a header row first")
    section = sections[-1]
    {"measurement": section.measurements, "skipped": section.skipped,
     "validation": section.validations,
     "expectation": section.expectations, "claim": section.claims,
     "broadcast": section.broadcasts, "phases": section.phases}[row["row"]].append(row)
