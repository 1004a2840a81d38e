"""What verification and gates found, of all input files together: the same finding of several files
once."""

import re
from dataclasses import dataclass, field

from case_line import CaseLine, parse_case_line
from complaints import differences

# What stands first is read first.
STATUSES = ("new", "untried", "known", "fixed", "note")
SYMPTOMS = ("crash", "hang", "memory damage", "wrong result", "leak")  # the worst first; then all others
SYMPTOM_OF_STATUS = {"untried": "not tried", "fixed": "fixed", "note": "not portable"}
ENDS = {"crashed": "crash", "hung": "hang"}
NOT_TRIED = "not tried: "


@dataclass
class Finding:
    status: str  # one of STATUSES
    library: str  # short: MPICH 4.0.2
    targets: list  # of the launches that found it
    ranks: list  # of these launches
    what: list  # lines of complaints
    case: CaseLine = None  # None if a whole launch failed
    ended: str = ""  # `crashed` or `hung`, if complaints do not say so
    reason: str = ""  # why it is known
    c_program: str = ""
    fault_class: str = ""
    notes: list = field(default_factory=list)
    operators: bool = False  # its complaints are of operators, each by itself

    def differences(self):
        return differences(self.what, len(self.case.calls) if self.case else 1)

    def symptom(self):
        """Returns what went wrong in a word or two."""
        if self.status in SYMPTOM_OF_STATUS:
            return SYMPTOM_OF_STATUS[self.status]
        if self.ended in ENDS:
            return ENDS[self.ended]
        named = {each.fault for each in self.differences() if each.fault}
        if named:
            return min(named, key=severity)
        return "not tried" if self.was_not_tried() else "wrong"

    def was_not_tried(self):
        return self.status == "untried" or bool(self.what) and self.what[0].startswith(NOT_TRIED)

    def collectives(self):
        return ["reduce_local"] if self.operators else self.case.collectives() if self.case else []

    def subject(self):
        """Returns the algorithm that was forced, or an empty text."""
        return self.case.subject if self.case and self.case.subject != "mpi" else ""


def severity(symptom):
    return SYMPTOMS.index(symptom) if symptom in SYMPTOMS else len(SYMPTOMS)


def short_library(version):
    """Returns `MPICH 4.0.2` for the first line of what the library says of itself."""
    match = re.match(r"(?P<name>[A-Za-z][A-Za-z ]*?)(?: Version| Library)?[:\sv]*"
                     r"(?P<number>\d+(?:\.\w+)*)", version)
    return f"{match['name']} {match['number']}" if match else version


def findings_of(inputs):
    """Returns the findings of all files, in the order in which they are read."""
    found = {}
    for each in all_findings(inputs):
        key = (each.status, each.library, each.symptom(), each.reason,
               each.case.text if each.case else tuple(each.what))
        if key in found:
            found[key].ranks = sorted({*found[key].ranks, *each.ranks})
            found[key].targets = list(dict.fromkeys([*found[key].targets, *each.targets]))
        else:
            found[key] = each
    # A fault that one launch had too few ranks to try is shown as another one saw it.
    seen = {(f.library, f.reason) for f in found.values() if f.reason and not f.was_not_tried()}
    shown = [f for f in found.values()
             if f.status != "known" or not f.was_not_tried() or (f.library, f.reason) not in seen]
    return sorted(shown, key=lambda f: (STATUSES.index(f.status), severity(f.symptom()), f.library,
                                        f.collectives(), f.subject()))


def all_findings(inputs):
    for gate in inputs.gates:
        for row in gate.content["findings"]:
            yield of_gate(gate.content, row)
    for content in (verdict.content for verdict in inputs.verdicts):
        yield from of_verify(content)


def of_gate(content, row):
    return Finding(row["status"], short_library(content["library"]), [row["target"]],
                   [row["ranks"]], list(map(str, row["what"])), parse_case_line(row["replay"]),
                   row["symptom"], row["reason"], row.get("c_program") or "", row["class"])


def of_verify(content):
    where = short_library(content["library"]), [content["target"]], [content["ranks"]]
    for row in content["failed"] + content["found"]:
        notes = [] if row.get("reproduced", True) else [
            "Seen once: it did not fail again when it was replayed."]
        status = "note" if row["class"] == "portability" else "new"
        yield Finding(status, *where, list(map(str, row["what"])), parse_case_line(row["case"]),
                      row["ended"], c_program=row.get("c_program") or "", notes=notes)
    if content["wrong_operators"]:
        yield Finding("new", *where, list(map(str, content["wrong_operators"])), operators=True,
                      notes=["These operators are wrong by themselves: no other case uses them."])
    for row in content["known_faults"]:
        yield known_fault(where, row)
    for row in content.get("known_faults_gone", []):
        yield Finding("fixed", *where, [], parse_case_line(row["case"]), reason=row["what"])


def known_fault(where, row):
    told = row.get("what_happened", "")
    left_out = row["left_out"]
    which = "case that meets it was" if left_out == 1 else "cases that meet it were"
    notes = [f"{left_out} {which} left out of the run."] if left_out else []
    return Finding("known", *where, [told] if told else [], parse_case_line(row["case"]),
                   reason=row["what"], c_program=row.get("c_program") or "", notes=notes)
