"""The parts of the page about what was verified: findings by their status, coverage, launches."""

from html import escape

from amounts import duration
from finding_cards import cards
from findings import short_library
from html_text import Aligned, Markup, Part, Row, code, details, plural, table

NEVER_HIT_SHOWN = 40
WELL = "well"  # how a launch ended
# By status: identifier, heading, explanation, and whether cards are open from the start.
GROUPS = {
    "new": ("new", "New",
            "What no baseline holds, and what tutti does not know of this version of the library.",
            True),
    "untried": ("untried", "Could not be tried",
                "Entries of the baseline whose case could not be run.", True),
    "known": ("known", "Known",
              "Entries of the baseline that are still there, and faults that tutti knows of this "
              "version of the library.", False),
    "fixed": ("fixed", "Fixed", "What was known, and does not fail any more.", False),
    "note": ("notes", "Not portable",
             "MPI leaves these results undefined, but they vary with count, alignment, algorithm "
             "or rank.", False),
}


def parts(inputs, found):
    """Returns the parts for which the inputs hold something; what is new even if it is nothing."""
    if not inputs.verdicts and not inputs.gates:
        return []
    made = [group(status, [each for each in found if each.status == status]) for status in GROUPS]
    made += [Part("coverage", "Coverage", coverage(inputs)),
             Part("launches", "Launches", launches(inputs))]
    tables = tables_of_subjects(inputs)
    if tables:
        told = explained("Each algorithm that was forced, and how it did.")
        made.append(Part("subjects", "Algorithms", told + tables))
    return [each for each in made if each]


def group(status, findings):
    identifier, heading, explanation, unfolded = GROUPS[status]
    if not findings and status != "new":
        return None
    nothing = '<p class="nothing">Nothing new was found.</p>'
    content = cards(findings, unfolded) if findings else nothing
    return Part(identifier, heading, explained(explanation) + content, len(findings))


def explained(text):
    return f'<p class="soft">{escape(text)}</p>'


def coverage(inputs):
    rows = [coverage_row(library, target, covered["values"], covered["pairs"], covered["never_hit"])
            for library, target, covered in covered_by_gates(inputs)]
    rows += [coverage_row(short_library(each["library"]),
                          f"{each['target']}, {plural(each['ranks'], 'rank')}",
                          values_hit(each["axes"]), None, each.get("axes_missing", []))
             for each in contents(inputs)]
    return (explained("How much of the space of cases was hit: values of each axis, and pairs of "
                      "values of two axes in one case.")
            + table(["where", "values", "pairs", "never hit"], rows, kind="coverage")
            + "".join(map(axes, contents(inputs))))


def coverage_row(library, where, values, pairs, missing):
    return Row([f"{library}, {where}", share(*values), share(*pairs) if pairs else "–",
                Markup(never_hit(missing))], library)


def contents(inputs):
    return [verdict.content for verdict in inputs.verdicts]


def covered_by_gates(inputs):
    for content in (gate.content for gate in inputs.gates):
        for target, covered in content["covered"].items():
            yield short_library(content["library"]), target, covered


def values_hit(axes):
    """Returns how many values of axes were hit, of those that apply."""
    counts = [hits for values in axes.values() for hits in values.values() if isinstance(hits, int)]
    return sum(hits > 0 for hits in counts), len(counts)


def share(hit, everything):
    if not everything:
        return "–"
    percent = 100 * hit / everything
    shown = f"{percent:.0f}" if percent in (0, 100) or 1 <= percent < 99 else f"{percent:.1f}"
    return Markup(f'<span class="share"><span style="width: {percent:.1f}%"></span></span>'
                  f"{hit:,} of {everything:,} ({shown} %)")


def never_hit(values):
    if not values:
        return "–"
    shown = ", ".join(map(code, values[:NEVER_HIT_SHOWN]))
    left = len(values) - NEVER_HIT_SHOWN
    return shown + (f" and {left:,} more" if left > 0 else "")


def axes(content):
    """Lists how many cases hit each value of each axis in one launch of verify."""
    rows = [[axis, Markup(axis_values(values))] for axis, values in content["axes"].items()]
    library = short_library(content["library"])
    title = f"Cases by axis: {library}, {content['target']}, {plural(content['ranks'], 'rank')}"
    return details(title, table(["axis", "cases per value"], rows), "more") if rows else ""


def axis_values(values):
    return ", ".join(f'<span class="{"worse" if hits == 0 else ""}">{escape(value)}&nbsp;'
                     f"{escape(str(hits))}</span>" for value, hits in values.items())


def launches(inputs):
    """Shows the launches that did not end well, and lets the others be unfolded."""
    all_of_them = [(gate.content["library"], row) for gate in inputs.gates
                   for row in gate.content["launches"]]
    all_of_them += [(each["library"], {**each, "ended": WELL}) for each in contents(inputs)]
    bad = [each for each in all_of_them if each[1]["ended"] != WELL]
    well = [each for each in all_of_them if each[1]["ended"] == WELL]
    seconds = sum(row["seconds"] for _, row in all_of_them)
    told = f"{plural(len(all_of_them), 'launch')}, {duration(seconds)} in all. " + (
        f"{len(bad):,} did not end well:" if bad else "All ended well.")
    return (f"<p>{told}</p>" + (launches_table(bad) if bad else "") +
            details(f"{plural(len(well), 'launch')} that ended well", launches_table(well), "more"))


def launches_table(launched):
    return table(["what", "ranks", "seed", "cases", "seconds", "ended"],
                 [launch_row(short_library(library), row) for library, row in launched],
                 kind="launches")


def launch_row(library, row):
    sign = "soft" if row["ended"] == WELL else "worse"
    what = f"{library}, {row['target']}" + (", leaks" if row.get("leaks") else "")
    return Row([what, row["ranks"], row.get("seed", "–"), Aligned(f"{row['cases']:,}"),
                Aligned(f"{row['seconds']:.1f}"),
                Markup(f'<span class="{sign}">{escape(row["ended"])}</span>')], library)


def tables_of_subjects(inputs):
    return "\n".join(details(f"{short_library(each['library'])}, {each['target']}: "
                             f"{plural(len(each['subjects']), 'algorithm')}", subjects(each),
                             "more") for each in contents(inputs) if len(each["subjects"]) > 1)


def subjects(content):
    library = short_library(content["library"])
    rows = [Row([Markup(code(row["subject"])), verdict(row["verdict"]), row["cases"]], library,
                sorted(row.get("collectives", {}))) for row in content["subjects"]]
    return table(["algorithm", "verdict", "cases"], rows)


def verdict(word):
    sign = {"passed": "better", "failed": "worse"}.get(word, "soft")
    return Markup(f'<span class="{sign}">{escape(word)}</span>')
