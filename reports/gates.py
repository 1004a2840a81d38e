"""Reads `gate.json`, which `tutti gate` writes: one JSON object."""

from dataclasses import dataclass

from bad_input import BadInput, require

VERSION = 1
VERDICTS = ("pass", "fail", "interrupted")
STATUSES = ("new", "untried", "known", "fixed", "note")
FIELDS = {"tutti_gate": int, "library": str, "verdict": str, "findings": list, "covered": dict,
          "launches": list}
FINDING_FIELDS = {"status": str, "target": str, "ranks": int, "symptom": str, "what": list,
                  "replay": str, "class": str, "reason": str}
LAUNCH_FIELDS = {"target": str, "ranks": int, "seed": int, "cases": int, "seconds": float,
                 "ended": str}
COVERED_FIELDS = {"values": list, "pairs": list, "never_hit": list}


@dataclass
class Gate:
    path: str
    content: dict


def is_gate(content):
    return isinstance(content, dict) and "tutti_gate" in content


def parse_gate(path, content):
    """Returns what a gate found. Raises BadInput if a field is missing or holds something else."""
    require(path, 1, content, FIELDS)
    if content["tutti_gate"] != VERSION:
        raise BadInput(path, 1, f"expected results of a gate, version {VERSION}")
    one_of(path, "verdict", content["verdict"], VERDICTS)
    for row in content["findings"]:
        require(path, 1, row, FINDING_FIELDS)
        one_of(path, "status", row["status"], STATUSES)
    for row in content["launches"]:
        require(path, 1, row, LAUNCH_FIELDS)
    for row in content["covered"].values():
        require(path, 1, row, COVERED_FIELDS)
        for share in ("values", "pairs"):
            if len(row[share]) != 2 or not all(isinstance(count, int) for count in row[share]):
                raise BadInput(path, 1, f"expected '{share}' to hold two numbers: hit, and all")
    return Gate(str(path), content)


def one_of(path, name, value, expected):
    if value not in expected:
        raise BadInput(path, 1, f"expected '{name}' to be one of {', '.join(expected)}")
