"""Takes the complaints of verify apart: which rank, where, what was expected, and what came."""

import re
import signal
from dataclasses import dataclass

AT_RANK = re.compile(r"rank (?P<rank>\d+), (?P<where>operation \d+ \(\w+\), repetition \d+): "
                     r"(?P<rest>.*)", re.DOTALL)
MISMATCH = re.compile(r"rank (?P<rank>\d+): (?P<fault>[a-z_]+)"
                      r"(?: at (?P<place>element \d+|byte \d+))?"
                      r"(?:: expected (?P<expected>.*?))?(?:, got (?P<got>.*?))?"
                      r"(?: in the (?P<buffer>\w+ buffer))?(?: \(and (?P<more>\d+) more\))?",
                      re.DOTALL)
OPERATOR = re.compile(r"MPI_Reduce_local, (?P<where>\w+ on \S+): expected (?P<expected>.*?), "
                      r"got (?P<got>.*?)(?: \((?P<place>element \d+)\))?")
LEAK = re.compile(r"(?:rank (?P<rank>\d+), )?each of (?P<runs>\d+) runs takes (?P<got>.*) that it does not give back")
CRASHED = "the process ended: "
HUNG = "the case did not end: "
END_OF_RANK = re.compile(r"rank (\d+) ended by (signal \d+|exit)(?:, )?")
STATE_OF_RANK = re.compile(r"rank (\d+) (.*)", re.DOTALL)
DONE = "done"  # how the state of a rank begins that waits for others outside of any call
RETURNS = "the call returns"
FAULTS = {"wrong_result": "wrong result", "copies_differ": "wrong result",
          "guard_damaged": "memory damage", "gap_damaged": "memory damage",
          "send_buffer_changed": "memory damage", "unused_buffer_written": "memory damage",
          "list_changed": "memory damage", "mpi_error": "MPI error", "ranks_disagree": "ranks disagree",
          "not_portable": "not portable"}
EXPECTED = {"mpi_error": "MPI_SUCCESS", "send_buffer_changed": "unchanged",
            "guard_damaged": "untouched", "gap_damaged": "untouched",
            "unused_buffer_written": "untouched", "list_changed": "unchanged"}
PLACES = {"guard_damaged": "outside of the {}", "gap_damaged": "in a gap of the {}",
          "unused_buffer_written": "{} that MPI ignores here", "send_buffer_changed": "{}"}


@dataclass
class Difference:
    """What some ranks saw: where, what was expected, what they got. Empty where it is not said."""

    ranks: tuple
    where: str
    expected: str
    got: str
    fault: str = ""  # one of the values of FAULTS, `crash`, `hang` or `leak`; empty if there is none
    more: int = 0  # further differences of the same kind


def differences(lines, calls=1):
    """Returns the differences that lines of complaints tell, those of several ranks together.
    Operation and repetition are named only where that helps: with several calls, and from the
    second repetition on."""
    found = [each for line in lines for each in parse(line, calls)]
    together = {}
    for each in found:
        key = each.where, each.expected, each.got, each.fault
        if key in together:
            first = together[key]
            first.ranks += tuple(rank for rank in each.ranks if rank not in first.ranks)
            first.more += each.more
        else:
            together[key] = each
    return list(together.values())


def parse(line, calls):
    line = line.strip()
    if line.startswith(CRASHED):
        return crash(line.removeprefix(CRASHED))
    if line.startswith(HUNG):
        return hang(line.removeprefix(HUNG))
    operator = OPERATOR.fullmatch(line)
    if operator:
        where = ", ".join(filter(None, [operator["where"], operator["place"]]))
        return [Difference((), where, operator["expected"], operator["got"], "wrong result")]
    leak = LEAK.fullmatch(line)
    if leak:
        ranks = (int(leak["rank"]),) if leak["rank"] else ()
        return [Difference(ranks, f"each of {leak['runs']} runs", "nothing is kept", f"{leak['got']} more", "leak")]
    at = AT_RANK.fullmatch(line)
    place = place_text(at["where"], calls) if at else ""
    rest = at["rest"] if at else line
    match = MISMATCH.fullmatch(rest)
    if not match or match["fault"] not in FAULTS:
        return [Difference((int(at["rank"]),) if at else (), place, "", rest)]
    fault = match["fault"]
    rank = int(at["rank"] if at else match["rank"])
    buffer = match["buffer"] or ("send buffer" if fault == "send_buffer_changed" else "buffer")
    where = ", ".join(filter(None, [place, PLACES.get(fault, "").format(buffer), match["place"]]))
    return [Difference((rank,), where, match["expected"] or EXPECTED.get(fault, ""),
                       match["got"] or "", FAULTS[fault], int(match["more"] or 0))]


def place_text(where, calls):
    operation, repetition = where.split(", ")
    return ", ".join(([operation] if calls > 1 else []) +
                     ([] if repetition == "repetition 1" else [repetition]))


def crash(text):
    """Groups ranks that ended in the same way, each with what the process said last."""
    ends = {}
    for rank, how in END_OF_RANK.findall(text):
        ends.setdefault(how, []).append(int(rank))
    said = END_OF_RANK.sub("", text).lstrip(": ").strip()
    if not ends:
        return [Difference((), "", RETURNS, text, "crash")]
    return [Difference(tuple(ranks), "", RETURNS,
                       ": ".join(filter(None, [end_text(how), said])), "crash")
            for how, ranks in ends.items()]


def end_text(how):
    """Says signal 11 (SIGSEGV) for signal 11."""
    number = how.removeprefix("signal ")
    if not number.isdigit():
        return how
    known = {each.value: each.name for each in signal.Signals}.get(int(number))
    return f"signal {int(number)} ({known})" if known else f"signal {int(number)}"


def hang(text):
    """Groups ranks that were in the same place: those that hang before those that are done."""
    states = {}
    for part in text.split("; "):
        match = STATE_OF_RANK.fullmatch(part)
        states.setdefault(match[2] if match else part, []).extend([int(match[1])] if match else [])
    seen = [Difference(tuple(ranks), "", RETURNS, state, "") if state.startswith(DONE) else
            Difference(tuple(ranks), "", RETURNS, f"hangs {state}" if ranks else state, "hang")
            for state, ranks in states.items()]
    return sorted(seen, key=lambda each: not each.fault)
