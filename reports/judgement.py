"""What an acceptance run comes to, in words: the verdict, what is slow, which nodes pass."""

import re
from collections import Counter
from dataclasses import dataclass

from acceptance import VERDICTS
from figures import bytes_text

NAMES_MAX = 6  # of the hosts in a line of text


@dataclass
class Requirement:
    """The verdicts on one line of the requirements file; the worst place first."""

    text: str
    line: int
    places: list

    def worst(self):
        return self.places[0]

    def verdict(self):
        return self.worst()["verdict"]

    def failing(self):
        return [place for place in self.places if place["verdict"] == self.verdict()]


@dataclass
class Slow:
    """A node, link or group that launches named; the last launch says how slow."""

    kind: str
    hosts: tuple
    measure: str
    row: dict
    launches: int

    def where(self):
        if self.kind == "link":
            return "link " + "–".join(self.hosts)
        return f"{self.kind} {names(self.hosts)}"


@dataclass
class Node:
    host: str
    state: str  # of NODE_STATES
    reason: str


# The worst first.
NODE_STATES = {"fails": "✗", "cannot tell": "?", "slow link": "↔", "differs": "≠", "passes": "✓"}


def requirements(run):
    """Returns the requirements, the worst first."""
    rows = {}
    for (line, text, _), row in run.verdicts.items():
        rows.setdefault((line, text), []).append(row)
    made = [Requirement(text, line, sorted(places, key=severity))
            for (line, text), places in rows.items()]
    return sorted(made, key=lambda r: (VERDICTS.index(r.verdict()), r.line))


def severity(place):
    """Sorts by verdict, then by how far the figure is from its limit, the furthest first."""
    known = place["value"] and place["limit"]
    distance = abs(place["value"] / place["limit"] - 1) if known else float("inf")
    return VERDICTS.index(place["verdict"]), -distance


def headline(run):
    """Returns the verdict on the run, one of VERDICTS or `no requirements`, and why."""
    wanted = requirements(run)
    wrong = wrong_collectives(run)
    if wrong:
        return "falls short", f"wrong results of {names(wrong)}"
    if not wanted:
        return "no requirements", "nothing was required of this machine"
    return wanted[0].verdict(), "" if wanted[0].verdict() == "holds" else first_reason(wanted[0])


def first_reason(requirement):
    worst = requirement.worst()
    place = "" if worst["place"] == "machine" else f" at {place_text(worst['place'])}"
    return f"{requirement.text}{place}: {worst['reason'] or worst['verdict']}"


def counts(wanted):
    """Says how many requirements hold, fall short and cannot be told: {verdict: number}."""
    found = Counter(requirement.verdict() for requirement in wanted)
    return {verdict: found[verdict] for verdict in VERDICTS}


def place_text(place):
    """Says `pair n1 n2` and `n1 - n2` as `pair n1–n2` and `n1–n2`."""
    if place.startswith("pair "):
        return "pair " + place.removeprefix("pair ").replace(" ", "–", 1)
    return place.replace(" - ", "–")


def place_hosts(place, known):
    """Returns those of the known hosts that a place names, however it is worded."""
    return tuple(word for word in re.split(r"[\s,:]+", place) if word in known)


def wrong_collectives(run):
    return sorted({row["collective"] for row in run.proofs if row["failures"]})


def slow(run):
    """Returns what is slow: nodes and groups before links, the slowest first."""
    found = [Slow(kind, hosts, measure, rows[max(rows)], len(rows))
             for (kind, hosts, measure), rows in run.findings.items()]
    return sorted(found, key=lambda s: (s.kind == "link", s.row["ratio"], s.hosts))


def slowness(run, found):
    """Says how slow it is: `bandwidth 0.52 [0.50, 0.54] of what is expected`."""
    row = found.row
    ratios = [row["ratio"], row["ratio_low"], row["ratio_high"]]
    if is_time(run, found.measure) and ratios[1] > 0:
        value, high, low = (1 / ratio for ratio in ratios)
        return f"{measure_text(found.measure)} {interval(value, low, high)} times what is expected"
    return f"{measure_text(found.measure)} {interval(*ratios)} of what is expected"


def is_time(run, measure):
    units = {measurand.unit for measurand in run.samples if measurand.measure == measure}
    return "us" in units or not units and "bandwidth" not in measure


def interval(value, low, high):
    """Writes a ratio with its interval."""
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


def measure_text(measure):
    return measure.replace("_", " ") if "bandwidth" in measure else measure


def what(measurand, with_hosts=False):
    """Says what was measured: `allreduce, 8 B, 16 ranks, 2 per node`."""
    parts = [measure_text(measurand.measure)]
    if measurand.bytes or not measurand.measure.endswith(("bandwidth", "barrier")):
        parts.append(bytes_text(measurand.bytes) if measurand.bytes else "0 B")
    if len(measurand.hosts) != 2 or measurand.ranks_per_node > 1:
        parts.append(layout(measurand))
    if with_hosts and measurand.hosts:
        parts.append("–".join(measurand.hosts))
    return ", ".join(parts)


def layout(measurand):
    ranks = f"{measurand.ranks} rank{'s' if measurand.ranks > 1 else ''}"
    return ranks if len(measurand.hosts) == 1 else f"{ranks}, {measurand.ranks_per_node} per node"


def names(all_names):
    shown = ", ".join(list(all_names)[:NAMES_MAX])
    more = len(all_names) - NAMES_MAX
    return f"{shown} and {more} more" if more > 0 else shown


def nodes(run):
    """Returns the state of every node with the first reason, the worst first."""
    reasons = own_faults(run)
    add_slow_links(run, reasons)
    for fact, (most, odd) in drift(run).items():
        for host, value in odd.items() if most is not None else ():
            add_reason(reasons, host, "differs", f"{fact} is {value}")
    made = [Node(host, *reasons.get(host, ("passes", "nothing against it")))
            for host in run.hosts()]
    return sorted(made, key=lambda node: list(NODE_STATES).index(node.state))


def own_faults(run):
    """Returns {host: (state, reason)} of nodes that fail, or of which nobody can tell."""
    reasons = {}
    for text, (host,), place in places(run, 1):
        state = "fails" if place["verdict"] == "falls short" else "cannot tell"
        if place["verdict"] != "holds":
            add_reason(reasons, host, state, f"{text}: {place['reason']}")
    for found in slow(run):
        group = f"{found.where()}: " if found.kind == "group" else ""
        for host in found.hosts if found.kind != "link" else ():
            add_reason(reasons, host, "fails", group + slowness(run, found))
    return reasons


def add_slow_links(run, reasons):
    """Adds what is at a slow link. What a node's own fault explains is not held against others."""
    failing = {host for host, (state, _) in reasons.items() if state == "fails"}
    links = [(found.hosts, f"{found.where()}: {slowness(run, found)}")
             for found in slow(run) if found.kind == "link"]
    links += [(hosts, f"{place_text(place['place'])}: {text}: {place['reason']}")
              for text, hosts, place in places(run, 2) if place["verdict"] == "falls short"]
    for hosts, reason in links:
        for host in hosts if failing.isdisjoint(hosts) else ():
            add_reason(reasons, host, "slow link", reason)


def places(run, count):
    """Yields (requirement, hosts, verdict row) of all places with so many hosts."""
    known = set(run.hosts())
    for requirement in requirements(run):
        for place in requirement.places:
            hosts = place_hosts(place["place"], known)
            if len(hosts) == count:
                yield requirement.text, hosts, place


def add_reason(reasons, host, state, reason):
    """Keeps the first reason of the worst state."""
    states = list(NODE_STATES)
    if host not in reasons or states.index(state) < states.index(reasons[host][0]):
        reasons[host] = state, reason


def drift(run):
    """Returns the facts that differ between hosts: {fact: (value of most, {odd host: value})}. If
    no value is that of most, it is None, and all hosts are listed."""
    odd_ones = {}
    for fact, values in run.facts.items():
        most, count = Counter(values.values()).most_common(1)[0]
        if 2 * count <= len(values):
            odd_ones[fact] = None, values
        elif count < len(values):
            odd_ones[fact] = most, {host: value for host, value in values.items() if value != most}
    return odd_ones
