"""The sections of the page of an acceptance run. Each section function takes the run, the earlier
run or None, and a gallery, and returns HTML: empty if the run holds nothing for the section."""

from collections import Counter
from html import escape
from statistics import median

import acceptance_figures as pictures
import figures
import judgement
from acceptance_cells import SIGNS, WORDS, in_part, interval_bar
from acceptance_comparisons import changes, load
from amounts import amount, amount_with_interval, duration, probability
from collective_bandwidth import bandwidths
from figures import bytes_text
from html_text import Aligned, Markup, code, details, figures as figure_grid, plural, table
from sections import header_rows
from times import by

NAMED_TILES = 64


def requirements(run, _before, _gallery):
    wanted = judgement.requirements(run)
    if not wanted:
        return ""
    rows = table(["verdict", "requirement", "worst place", "measured", "limit", "against the limit",
                  "launches", "reason"], [requirement_row(each) for each in wanted])
    failing = [(each, place) for each in wanted for place in each.places
               if place["verdict"] != "holds"]
    if len(failing) <= sum(each.verdict() != "holds" for each in wanted):
        return rows
    return rows + details(f"{plural(len(failing), 'place')} where a requirement does not hold",
                          in_part(failing, "place", places_table))


def requirement_row(each):
    worst = each.worst()
    return [verdict_cell(each.verdict()), Markup(f"{escape(each.text)} "
                                                 f'<span class="soft">line {each.line}</span>'),
            worst_place(each), measured(worst), Aligned(amount(worst["limit"], worst["unit"])),
            Markup(against_limit(worst)), launches_cell(worst), worst["reason"] or "–"]


def places_table(failing):
    return table(["verdict", "requirement", "place", "measured", "limit", "launches", "reason"], [
        [verdict_cell(place["verdict"]), each.text, judgement.place_text(place["place"]),
         measured(place), Aligned(amount(place["limit"], place["unit"])), launches_cell(place),
         place["reason"] or "–"] for each, place in failing])


def verdict_cell(verdict):
    return Markup(f'<span class="{WORDS[verdict]}">{SIGNS[verdict]}&nbsp;'
                  f'{verdict.replace(" ", "&nbsp;")}</span>')


def worst_place(requirement):
    place = judgement.place_text(requirement.worst()["place"])
    if len(requirement.places) == 1:
        return place
    return f"{place}; {len(requirement.failing())} of {len(requirement.places)} places"


def measured(place):
    return Aligned(amount_with_interval(place["value"], place["low"], place["high"], place["unit"]))


def launches_cell(place):
    more = place["verdict"] == "cannot tell" and place["launches_needed"] > place["launches"]
    return str(place["launches"]) + (f", needs {place['launches_needed']}" if more else "")


def against_limit(place):
    """Draws the interval of a figure in units of its limit."""
    limit, value = place["limit"], place["value"]
    if not limit or not value:
        return "–"
    low, high = (value if end is None else end for end in (place["low"], place["high"]))
    return interval_bar(value / limit, low / limit, high / limit, WORDS[place["verdict"]],
                        f"{100 * value / limit:.0f} % of the limit")


def slow(run, _before, _gallery):
    found = judgement.slow(run)
    if not found:
        measured_any = any(run.measurands(hosts) for hosts in (1, 2))
        return "<p>Nothing is named: no node, link or group.</p>" if measured_any else ""
    return table(["where", "how slow", "error probability", "named in"], [
        [Markup(f"<b>{escape(each.where())}</b>"), judgement.slowness(run, each),
         probability(each.row["error_probability"]),
         f"{each.launches} of {plural(run.launches(), 'launch')}"]
        for each in found])


def nodes(run, _before, _gallery):
    states = judgement.nodes(run)
    if not states:
        return ""
    count = Counter(node.state for node in states)
    told = "; ".join(f"{text}: {count[state]}" for state, text in (
        ("passes", "Passing"), ("fails", "failing"), ("cannot tell", "cannot be told"),
        ("slow link", "at a slow link"), ("differs", "different from most"))
        if count[state] or state == "passes")
    reasons = [node for node in states if node.state != "passes"]
    listed = in_part(reasons, "node", lambda part: table(["node", "state", "first reason"], [
        [Markup(f"<b>{escape(node.host)}</b>"), state_cell(node.state), node.reason]
        for node in part]))
    return f"<p>{told}.</p>{tiles(run, states)}{listed}"


def state_cell(state):
    return Markup(f'<span class="{state_class(state)}">{judgement.NODE_STATES[state]}&nbsp;'
                  f'{state.replace(" ", "&nbsp;")}</span>')


def state_class(state):
    return {"passes": "better", "fails": "worse"}.get(state, "unsure")


def tiles(run, states):
    """Draws all nodes in order. Of many, only those that do not pass show their names."""
    state_of = {node.host: node for node in states}
    items = []
    for host in run.hosts():
        node = state_of[host]
        text = f"{judgement.NODE_STATES[node.state]} {escape(host)}"
        if len(states) > NAMED_TILES and node.state == "passes":
            text = ""
        items.append(f'<li class="{state_class(node.state)}" '
                     f'title="{escape(host)} {node.state}: {escape(node.reason)}">{text}</li>')
    return f'<ol class="nodes">{"".join(items)}</ol>'


def drift(run, _before, _gallery):
    if not run.facts:
        return ""
    odd_ones = judgement.drift(run)
    rows = [[fact, Markup(f"<b>{escape(judgement.names(hosts))}</b>"), Markup(code(value)),
             Markup("none" if most is None else code(most))]
            for fact, (most, odd) in odd_ones.items()
            for value, hosts in by(odd, lambda host: odd[host]).items()]
    equal = [fact for fact in run.facts if fact not in odd_ones]
    return in_part(rows, "value", lambda part: table(["fact", "node", "value", "value of most"],
                                                     part)) + (
        f"<p>The same on all nodes: {escape(', '.join(equal))}.</p>" if equal else "")


def pairs(run, _before, gallery):
    """Makes a heat map of each figure of pairs."""
    hosts = run.hosts()
    drawn = []
    for shape, measurands in by(run.measurands(2), without_hosts).items():
        title = judgement.what(measurands[0])
        outlying = [each for each in judgement.slow(run) if each.measure == shape.measure]
        picture = pictures.heat_map(
            title, hosts, both_ways({m.hosts: run.spread(m).middle for m in measurands}),
            shape.unit, [host for each in outlying if each.kind != "link" for host in each.hosts],
            [each.hosts for each in outlying if each.kind == "link"])
        drawn.append(gallery.keep(picture, f"pairs {title}"))
    return figure_grid(drawn) if drawn else ""


def without_hosts(measurand):
    return measurand._replace(hosts=())


def both_ways(values):
    """Fills in the way that was not measured by the one that was."""
    return {**{(other, one): value for (one, other), value in values.items()}, **values}


def alone(run, _before, gallery):
    """Makes a figure of the nodes for each figure that nodes have alone."""
    drawn = []
    for shape, measurands in by(run.measurands(1), without_hosts).items():
        title = judgement.what(measurands[0])
        spreads = {m.hosts[0]: run.spread(m) for m in measurands}
        ordered = {host: spreads[host] for host in run.hosts() if host in spreads}
        outlying = {host for each in judgement.slow(run) if each.measure == shape.measure
                    for host in each.hosts}
        picture = pictures.nodes_alone(title, ordered, shape.unit, outlying)
        drawn.append(gallery.keep(picture, f"alone {title}"))
    return figure_grid(drawn) if drawn else ""


def collectives(run, _before, gallery):
    measurands = run.measurands(0)
    if not measurands:
        return ""
    drawn = []
    for name, same in by([m for m in measurands if m.unit == "us"], lambda m: m.measure).items():
        drawn += curves(run, name, same, gallery)
    return ((figure_grid(drawn, "wide") if drawn else "") +
            details(f"{plural(len(measurands), 'figure')} of collectives", collectives_table(
                run, measurands)))


def curves(run, name, measurands, gallery):
    """Makes the figures of one collective, if it was measured at several sizes."""
    layouts = by(sorted(measurands), judgement.layout)
    if all(len(same) < 2 for same in layouts.values()):
        return []
    picture = pictures.times(name, {layout: [(m.bytes, *run.spread(m)) for m in same]
                                    for layout, same in layouts.items()})
    drawn = [gallery.keep(picture, f"collective {name} time")]
    reached = {layout: [(m.bytes, both[1]) for m in same
                        if (both := bandwidths_of(run, m))] for layout, same in layouts.items()}
    reached = {layout: points for layout, points in reached.items() if points}
    if reached:
        picture = figures.bus_bandwidths(f"{name}: bus bandwidth", reached, pair=pair_bandwidth(run))
        drawn.append(gallery.keep(picture, f"collective {name} bus bandwidth"))
    return drawn


def bandwidths_of(run, measurand):
    return bandwidths(measurand.measure, measurand.ranks, measurand.bytes,
                      run.spread(measurand).middle)


def pair_bandwidth(run):
    """Returns the median bandwidth of all pairs with one rank per node, in GB/s, or None."""
    reached = [run.spread(m).middle for m in run.measurands(2)
               if m.measure == "bandwidth" and m.ranks_per_node == 1]
    return median(reached) if reached else None


def collectives_table(run, measurands):
    rows = []
    for m in sorted(measurands):
        algorithm, bus = (bandwidths_of(run, m) if m.unit == "us" else None) or (None, None)
        rows.append([m.measure, Aligned(bytes_text(m.bytes) if m.bytes else "0 B"), m.ranks,
                     m.ranks_per_node, Aligned(amount_with_interval(*run.spread(m), m.unit)),
                     Aligned(amount(algorithm, "GB/s")), Aligned(amount(bus, "GB/s"))])
    return table(["collective", "bytes", "ranks", "per node", "median [least, greatest launch]",
                  "algorithm bandwidth", "bus bandwidth"], rows)


def proofs(run, _before, _gallery):
    rows = []
    for collective, same in by(run.proofs, lambda row: row["collective"]).items():
        failures = sum(row["failures"] for row in same)
        failing = next((row["failing_case"] for row in same if row["failing_case"]), "")
        word = '<span class="worse">✗ wrong</span>' if failures else \
            '<span class="better">✓ right</span>'
        rows.append([collective, Markup(word), sum(row["cases"] for row in same), failures,
                     Markup(f'<code class="case">{escape(failing)}</code>') if failing else "none"])
    rows.sort(key=lambda row: -row[3])
    return table(["collective", "results", "cases", "failures", "first failing case"],
                 rows) if rows else ""


def stages(run, _before, _gallery):
    rows = []
    for stage, same in by(run.stages.values(), lambda row: row["stage"]).items():
        states = Counter(row["state"] for row in same)
        told = ", ".join(f"{state} in {plural(hits, 'launch')}" for state, hits in states.items())
        rows.append([stage, told,
                     Aligned(" + ".join(seconds_text(row) for row in same) + " s"),
                     Aligned(duration(sum(row.get("seconds", 0) for row in same)))])
    return table(["stage", "state", "seconds by launch", "in all"], rows) if rows else ""


def seconds_text(row):
    return f"{row['seconds']:.1f}" if "seconds" in row else "?"


def machine(run, _before, _gallery):
    first = run.headers[0]
    title = f"{first['library_version']}, {first['date']}"
    return details(title, table(["what", "value"], [
        [name, value if str(value) else "–"] for name, value in header_rows(first)]))


def did_not_run(run, stage):
    """Says in one line that a stage has no results, and why as far as the run says it."""
    states = [row["state"] for (name, _), row in run.stages.items() if name == stage]
    how = f"has no results; its state: {escape(states[-1])}" if states else "did not run"
    return f"<p>The stage <b>{stage}</b> {how}.</p>"


# Identifier, heading, explanation, function, and the stage on which the section rests: a section
# without data says that this did not run, or is left out if it rests on none.
SECTIONS = [
    ("requirements", "Requirements",
     "What was demanded, the worst first. A requirement of several places is as good as its worst "
     "one. The picture shows the interval from half of the limit to twice the limit.",
     requirements, ""),
    ("slow", "What is slow",
     "Figures in units of what is expected of a machine whose nodes and links are alike, with the "
     "interval of this ratio. The error probability is that of naming what is as fast as the "
     "others.", slow, "pairs"),
    ("nodes", "Nodes",
     "A node fails for what is its own; a slow link counts against neither of its nodes.", nodes,
     ""),
    ("drift", "Drift", "What differs between nodes: only the odd ones out.", drift, "drift"),
    ("pairs", "Pairs",
     "Median of the launches for each pair of nodes. Outliers are named at the axes, slow links "
     "are outlined; empty cells were not measured.", pairs, "pairs"),
    ("alone", "Nodes alone",
     "Each node while it does not use the network: median of the launches, from the least to the "
     "greatest.", alone, "nodes"),
    ("collectives", "Collectives",
     "Median of the launches, with bars from the least to the greatest. Bus bandwidth is what "
     "nccl-tests defines: with one rank per node it compares with the line rate.", collectives,
     "collectives"),
    ("load", "Idle against congested",
     "The same figures while other nodes load the network. Ratios of times above 1, and of "
     "bandwidths below 1, are worse. Intervals are of 95 %, by launches.", load, "load"),
    ("changes", "Before and after",
     "Ratios of times above 1, and of bandwidths below 1, are worse. Intervals are of 95 % for "
     "each figure, by launches.", changes, ""),
    ("proofs", "Proofs", "What was verified before it was timed.", proofs, "correct"),
    ("stages", "Stages", "What the run did, and for how long.", stages, ""),
    ("machine", "Machine", "Where, when and with what this was measured.", machine, ""),
]


def sections(run, before, gallery):
    """Returns (identifier, heading, content) of each section of the page."""
    made = []
    for identifier, heading, explanation, make, stage in SECTIONS:
        content = make(run, before, gallery)
        if content:
            made.append((identifier, heading, f'<p class="soft">{explanation}</p>{content}'))
        elif stage:
            made.append((identifier, heading, did_not_run(run, stage)))
    return made
