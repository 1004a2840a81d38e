"""Reads what `tutti verify --json` printed: one JSON object."""

import json
from dataclasses import dataclass

from bad_input import BadInput, require

FIELDS = {"cases": int, "seconds": float, "failures": (list, int), "findings": (list, int),
          "axes": dict}


@dataclass
class Verdict:
    path: str
    content: dict


def parse_verdict(path, text):
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(path, error.lineno, "expected a result file, a map or the JSON of verify: "
                                           "the file is cut or foreign")
    if not isinstance(content, dict):
        raise BadInput(path, 1, "expected a JSON object, as verify prints it")
    require(path, 1, content, FIELDS)
    return Verdict(str(path), content)
