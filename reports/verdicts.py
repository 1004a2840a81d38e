"""Reads the output of `tutti verify --json`: one JSON object."""

import json
from dataclasses import dataclass

from bad_input import BadInput, require

FIELDS = {"target": str, "library": str, "ranks": int, "cases": int, "seconds": float,
          "failures": int, "findings": int, "skipped": int, "axes": dict, "failed": list,
          "found": list, "subjects": list, "known_faults": list, "wrong_operators": list}
FAILURE_FIELDS = {"subject": str, "class": str, "case": str, "what": list, "ended": str}
KNOWN_FAULT_FIELDS = {"what": str, "case": str, "left_out": int}
SUBJECT_FIELDS = {"subject": str, "verdict": str, "cases": int}


@dataclass
class Verdict:
    path: str
    content: dict


def parse_json(path, text):
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(path, error.lineno, "expected a result file, a map, a trace or the JSON "
                                           "of verify or gate: the file is cut or foreign")


def parse_verdict(path, content):
    if not isinstance(content, dict):
        raise BadInput(path, 1, "expected a JSON object, as verify or gate writes it")
    require(path, 1, content, FIELDS)
    for row in content["failed"] + content["found"]:
        require(path, 1, row, FAILURE_FIELDS)
    for row in content["known_faults"]:
        require(path, 1, row, KNOWN_FAULT_FIELDS)
    for row in content["subjects"]:
        require(path, 1, row, SUBJECT_FIELDS)
    return Verdict(str(path), content)
