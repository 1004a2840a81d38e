"""Reads the result directory of an acceptance run: `accept.jsonl`, JSON lines below header rows."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bad_input import BadInput, require
from inputs import read_text
from results import FIELDS as RESULT_FIELDS, VERSION, numbered_lines, row_of_kind

FILE = "accept.jsonl"
NUMBER_OR_NULL = (int, float, type(None))
FIELDS = {
    "header": {**RESULT_FIELDS["header"], "launch": int},
    "figure": {"measure": str, "hosts": list, "bytes": int, "ranks": int, "ranks_per_node": int,
               "load": str, "unit": str, "launch": int, "samples": list},
    "finding": {"kind": str, "hosts": list, "measure": str, "launch": int, "ratio": float,
                "ratio_low": float, "ratio_high": float, "error_probability": float},
    "fact": {"host": str, "fact": str, "value": str, "launch": int},
    "proof": {"collective": str, "cases": int, "failures": int, "failing_case": str,
              "launch": int},
    "stage": {"stage": str, "state": str, "launch": int},
    "lost": {"host": str, "how": str, "launch": int, "seconds": float},
    "plan": {},
    "undecided": {},
    "journal": {},
    "verdict": {"requirement": str, "line": int, "place": str, "verdict": str,
                "value": NUMBER_OR_NULL, "low": NUMBER_OR_NULL, "high": NUMBER_OR_NULL,
                "limit": NUMBER_OR_NULL, "unit": str, "launches": int, "launches_needed": int,
                "reason": str},
}
VERDICTS = ("falls short", "cannot tell", "holds")  # the worst first


class Measurand(NamedTuple):
    """What is measured, and where. One host: the node alone; two: the pair; none: the machine."""

    measure: str
    hosts: tuple
    bytes: int
    ranks: int
    ranks_per_node: int
    load: str
    unit: str


class Spread(NamedTuple):
    """The median of the launches' medians, the least and the greatest of these."""

    middle: float
    low: float
    high: float


@dataclass
class Acceptance:
    """What an acceptance run wrote. Of findings, facts, stages and verdicts that were written
    again, the last one counts."""

    path: str
    headers: list = field(default_factory=list)
    samples: dict = field(default_factory=dict)  # by measurand and launch
    findings: dict = field(default_factory=dict)  # rows by kind, hosts and measure
    facts: dict = field(default_factory=dict)  # value by fact and host
    proofs: list = field(default_factory=list)
    stages: dict = field(default_factory=dict)  # rows by stage and launch
    lost: list = field(default_factory=list)  # rows of the last launch, unless it went on
    verdicts: dict = field(default_factory=dict)  # rows by line, requirement and place

    def launches(self):
        return len({header["launch"] for header in self.headers})

    def hosts(self):
        """Returns all hosts, in the order of their numbers."""
        names = {host for header in self.headers
                 for host in header["machine_details"].get("hosts", [])}
        names.update(host for measurand in self.samples for host in measurand.hosts)
        names.update(host for values in self.facts.values() for host in values)
        return sorted(names, key=by_number)

    def launch_medians(self, measurand):
        return [median(samples) for _, samples in sorted(self.samples[measurand].items())]

    def spread(self, measurand):
        medians = self.launch_medians(measurand)
        return Spread(median(medians), min(medians), max(medians))

    def measurands(self, hosts, load="idle"):
        """Returns the measurands of the machine (0 hosts), of nodes alone (1) or of pairs (2)."""
        return [m for m in self.samples if len(m.hosts) == hosts and m.load == load]


def by_number(name):
    """Sorts n2 before n10."""
    return [(int(part), "") if part.isdigit() else (-1, part)
            for part in re.split(r"(\d+)", name)]


def is_acceptance(path):
    return (Path(path) / FILE).is_file()


def read_acceptance(directory):
    """Returns the contents of a result directory. Raises BadInput if any line is invalid."""
    path = Path(directory) / FILE
    run = Acceptance(str(path))
    for number, line in numbered_lines(path, read_text(path)):
        add_row(run, parse_row(path, number, line), path, number)
    return run


def parse_row(path, number, line):
    row = row_of_kind(path, number, line, FIELDS)
    kind = row["row"]
    for column in FIELDS[kind]:
        if column not in row:
            raise BadInput(path, number, f"expected the field '{column}'")
    require(path, number, row, FIELDS[kind])
    if not all(isinstance(host, str) for host in row.get("hosts", [])):
        raise BadInput(path, number, "expected 'hosts' to hold names")
    if kind == "figure" and not (row["samples"] and all(map(above_0, row["samples"]))):
        raise BadInput(path, number, "expected 'samples' to hold at least one number, all above 0")
    if kind == "verdict" and row["verdict"] not in VERDICTS:
        raise BadInput(path, number, f"expected 'verdict' to be one of {', '.join(VERDICTS)}")
    if kind == "stage" and row["state"] == "done":
        require(path, number, row, {"seconds": float})
    return row


def above_0(sample):
    return isinstance(sample, (int, float)) and sample > 0


def add_row(run, row, path, number):
    kind = row["row"]
    if kind == "header":
        if row["tutti_results"] != VERSION or row["kind"] != "accept":
            raise BadInput(path, number, f"expected results of accept, version {VERSION}")
        run.headers.append(row)
        run.lost = []  # and no verdict on them stands
        run.verdicts = {key: verdict for key, verdict in run.verdicts.items() if key[0] > 0}
    elif not run.headers:
        raise BadInput(path, number, "expected a header row first")
    elif kind == "figure":
        measurand = Measurand(*(tuple(row[name]) if name == "hosts" else row[name]
                                for name in Measurand._fields))
        run.samples.setdefault(measurand, {}).setdefault(row["launch"], []).extend(row["samples"])
    elif kind == "finding":
        hosts = tuple(sorted(row["hosts"], key=by_number))
        rows = run.findings.setdefault((row["kind"], hosts, row["measure"]), {})
        rows[row["launch"]] = row
    elif kind == "fact":
        run.facts.setdefault(row["fact"], {})[row["host"]] = row["value"]
    elif kind == "proof":
        run.proofs.append(row)
    elif kind == "lost":
        run.lost.append(row)
    elif kind == "stage":
        run.stages[row["stage"], row["launch"]] = row
    elif kind == "verdict":
        run.verdicts[row["line"], row["requirement"], row["place"]] = row
