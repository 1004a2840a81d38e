"""The sections that compare figures: idle with congested, before with after."""

from collections import Counter
from html import escape

import judgement
from acceptance_cells import change_cells, change_word, in_part, spread_cell
from amounts import amount_with_interval
from comparison import ratio
from html_text import Aligned, Markup, code, plural, table
from times import by


def load(run, _before, _gallery):
    """Compares figures under load with the same figures of the idle machine."""
    rows = []
    for m in sorted(m for m in run.samples if m.load != "idle"):
        idle = m._replace(load="idle")
        if m.unit == "1":
            rows.append([judgement.what(m, True), m.load, "–", "–",
                         Aligned(amount_with_interval(*run.spread(m), m.unit)), "–", "–"])
        elif idle in run.samples:
            change = ratio(run.launch_medians(m), run.launch_medians(idle))
            rows.append([judgement.what(m, True), m.load, spread_cell(run, idle),
                         spread_cell(run, m), *change_cells(change, m.unit)])
        else:
            rows.append([judgement.what(m, True), m.load, "not measured", spread_cell(run, m), "–",
                         "–", "–"])
    return table(["figure", "load", "idle", "under load", "under load / idle", "from ½ to 2",
                  "change"], rows) if rows else ""


def changes(run, before, _gallery):
    """Compares each figure with the same one of the earlier run."""
    if before is None:
        return ""
    compared = [(m, ratio(run.launch_medians(m), before.launch_medians(m)))
                for m in run.samples if m in before.samples]
    compared.sort(key=lambda pair: -how_much_worse(*pair))
    parts = [f"<p>Before: {code(before.path)}, {escape(before.headers[-1]['date'])}. "
             f"{changes_text(compared)}</p>",
             changed_hosts(run, before), changed_facts(run, before)]
    for hosts, heading in enumerate(("The machine", "Nodes alone", "Pairs")):
        same = [(m, change) for m, change in compared if len(m.hosts) == hosts]
        if same:
            parts.append(f"<h3>{heading}</h3>" + in_part(
                same, "figure", lambda part: changes_table(run, before, part)))
    return "".join(parts)


def changes_text(compared):
    words = Counter(change_word(change, m.unit) for m, change in compared)
    chance = round(0.05 * len(compared))
    return (f"{plural(len(compared), 'figure')} of both runs: {words['worse']} worse, "
            f"{words['better']} better, {words['cannot be told']} cannot be told. If nothing had "
            f"changed, about {chance} would be called worse or better by chance.")


def how_much_worse(measurand, change):
    return change.value if measurand.unit == "us" else 1 / change.value


def changes_table(run, before, compared):
    return table(["figure", "before", "after", "after / before", "from ½ to 2", "change"], [
        [judgement.what(m, True) + ("" if m.load == "idle" else f", {m.load}"),
         spread_cell(before, m), spread_cell(run, m), *change_cells(change, m.unit)]
        for m, change in compared])


def changed_hosts(run, before):
    now, then = run.hosts(), before.hosts()
    new, gone = [h for h in now if h not in then], [h for h in then if h not in now]
    told = [f"{what}: {escape(judgement.names(hosts))}."
            for what, hosts in (("Only after", new), ("Only before", gone)) if hosts]
    return f"<p>{' '.join(told)}</p>" if told else ""


def changed_facts(run, before):
    rows = [[fact, host, Markup(code(before.facts[fact][host])), Markup(code(value))]
            for fact, values in run.facts.items() for host, value in values.items()
            if before.facts.get(fact, {}).get(host, value) != value]
    groups = by(rows, lambda row: (row[0], row[2], row[3]))
    return table(["fact", "node", "before", "after"], [
        [fact, judgement.names([row[1] for row in same]), old, new]
        for (fact, old, new), same in groups.items()]) if rows else ""
