"""The top of the page of results: the verdict, what was found, and how much was done."""

from collections import Counter
from html import escape

from findings import severity
from html_text import facts, headline, plural
from times import by

GATE_WORDS = {"pass": ("holds", "✓", "Passes"), "fail": ("falls-short", "✗", "Fails"),
              "interrupted": ("cannot-tell", "?", "Interrupted")}
GATE_ORDER = ("fail", "interrupted", "pass")  # the worst first
COUNTED = {"new": "new", "known": "known", "fixed": "fixed", "note": "not portable"}


def overview(inputs, found):
    """Returns the verdict and the numbers that stand for all, to be seen at a glance."""
    count = Counter(each.status for each in found)
    verdicts = Counter(row["verdict"] for section in inputs.sections for row in section.validations)
    return verdict(inputs, found, verdicts) + facts(numbers(inputs, count))


def verdict(inputs, found, verdicts):
    """Returns the verdict of the gate; without one, of verify; without that, of validate."""
    new = [each for each in found if each.status == "new"]
    lines = list(filter(None, [new_text(new), untried_text(found), deployed_text(verdicts)]))
    if inputs.gates:
        worst = min((gate.content["verdict"] for gate in inputs.gates), key=GATE_ORDER.index)
        return headline(*GATE_WORDS[worst], lines)
    if inputs.verdicts and new:
        return headline("falls-short", "✗", plural(len(new), "new finding"), lines)
    if inputs.verdicts:
        return headline("holds", "✓", "Nothing new was found", lines)
    if verdicts["worse"]:
        return headline("falls-short", "✗",
                        f"Slower than the default at {plural(verdicts['worse'], 'point')}", lines)
    return headline("holds", "✓", "Nowhere slower than the default", lines) if verdicts else ""


def new_text(new):
    """Says what is new in each library, the worst first."""
    told = []
    for library, findings in by(new, lambda each: each.library).items():
        symptoms = Counter(each.symptom() for each in findings)
        counts = " · ".join(f"{escape(symptom)} {symptoms[symptom]:,}"
                            for symptom in sorted(symptoms, key=severity))
        told.append(f"{plural(len(findings), 'new finding')} in <b>{escape(library)}</b>: {counts}")
    return "<br>".join(told)


def untried_text(found):
    count = sum(each.status == "untried" for each in found)
    return f"{plural(count, 'finding')} of the baseline could not be tried." if count else ""


def deployed_text(verdicts):
    if not verdicts:
        return ""
    points = plural(sum(verdicts.values()), "point")
    return (f"Deployed maps: {verdicts['better']:,} of {points} better than the default, "
            f"{verdicts['tie']:,} alike, {verdicts['worse']:,} worse.")


def numbers(inputs, count):
    """Returns what the page is about in numbers; findings only if something was verified."""
    pairs = []
    launches = [row for gate in inputs.gates for row in gate.content["launches"]]
    launches += [each.content for each in inputs.verdicts]
    if inputs.gates or inputs.verdicts:
        pairs += [(words, f"{count[status]:,}") for status, words in COUNTED.items()]
        pairs += [("cases run", f"{sum(row['cases'] for row in launches):,}"),
                  ("launches", f"{len(launches):,}")]
    measured = sum(len(section.measurements) for section in inputs.sections)
    if measured:
        pairs.append(("points measured", f"{measured:,}"))
    if inputs.maps:
        pairs.append(("map rows", f"{sum(len(m.rules) for m in inputs.maps):,}"))
    return pairs
