"""The top of the page of an acceptance run: the verdict, its first reason, what else is wrong."""

from collections import Counter
from html import escape

import judgement
from acceptance_cells import SIGNS
from amounts import duration
from html_text import facts, headline, plural
from times import by

PROBLEMS_MAX = 5


def overview(run):
    """Returns the verdict, its first reason, and what else is wrong, to be seen at a glance."""
    verdict, reason = judgement.headline(run)
    wanted = judgement.requirements(run)
    lines = [escape(counts_text(wanted))] if wanted else []
    if reason:
        lines.append(f"<b>First reason:</b> {escape(reason)}")
    band = headline(verdict.replace(" ", "-"), SIGNS[verdict], verdict.capitalize(), lines)
    return band + problems(run) + facts(summary_facts(run))


def counts_text(wanted):
    verbs = {"falls short": ("falls short", "fall short"), "holds": ("holds", "hold"),
             "cannot tell": ("cannot be told", "cannot be told")}
    told = [f"{count} {verbs[verdict][count != 1]}"
            for verdict, count in judgement.counts(wanted).items() if count]
    return f"{plural(len(wanted), 'requirement')}: {', '.join(told)}."


def problems(run):
    """Lists what is slow, wrong or different, each in one line."""
    found = [("worse", row["host"], f"{row['how']} after {duration(row['seconds'])}")
             for row in run.lost]
    by_place = by(judgement.slow(run), judgement.Slow.where)
    found += [("worse", where, "; ".join(judgement.slowness(run, each) for each in same))
             for where, same in by_place.items()]
    found += [("worse", name, "wrong results") for name in judgement.wrong_collectives(run)]
    found += [("unsure", "drift", drift_text(fact, most, odd))
              for fact, (most, odd) in judgement.drift(run).items()]
    lines = [f'<li class="{sign}"><b>{escape(where)}</b>: <span>{escape(what)}</span></li>'
             for sign, where, what in found[:PROBLEMS_MAX]]
    if len(found) > PROBLEMS_MAX:
        lines.append(f'<li><a href="#slow">and {len(found) - PROBLEMS_MAX} more</a></li>')
    return f'<ul class="problems">{"".join(lines)}</ul>' if lines else ""


def drift_text(fact, most, odd):
    if most is None:
        return f"{fact} has {len(set(odd.values()))} values, none of them on most nodes"
    values = judgement.names(sorted(set(odd.values())))
    return f"{fact} is {values} on {judgement.names(list(odd))}, {most} on most"


def summary_facts(run):
    states = Counter(node.state for node in judgement.nodes(run))
    first, last = run.headers[0], run.headers[-1]
    pairs = [("nodes that pass", f"{states['passes']} of {len(run.hosts())}"),
             ("launches", run.launches()), ("library", first["library"]),
             ("date (UTC)", last["date"][:10])]
    seconds = sum(row.get("seconds", 0) for row in run.stages.values())
    return pairs + ([("duration", duration(seconds))] if seconds else [])
