"""The parts of the page about what was measured. Each function takes the inputs and a gallery, and
returns HTML; empty if the inputs hold nothing for the part."""

import re
from collections import Counter, defaultdict
from html import escape
from statistics import median

import figures
from findings import short_library
from html_text import (Filtered, Markup, Part, Row, code, details, figures as figure_grid,
                       filter_attributes, plural, table)
from regret import regrets
from times import by, curves, label, library_of, measurements, times

CLAIM_PLACES_MIN = 3
SIZE_PLACE = re.compile(r"(?P<bytes>\d+) B: (?P<what>.+)")


def maps(inputs, gallery):
    parts = []
    for loaded in inputs.maps:
        parts.append(f"<h3>{code(loaded.path)}</h3>")
        pictures = []
        for collective, rows in by(loaded.rules, lambda row: row.collective).items():
            picture = figures.map_picture(f"{collective}, {loaded.target}", rows)
            pictures.append(Filtered(gallery.keep(picture, f"map {loaded.path} {collective}"),
                                     short_library(loaded.library), [collective]))
        parts.append(figure_grid(pictures))
    return "\n".join(parts)


def regret(inputs, gallery):
    parts = []
    for loaded in inputs.maps:
        pictures = []
        for collective, factors in regrets(loaded, inputs.sections).items():
            picture = figures.regret_picture(f"{collective}, {loaded.target}", factors)
            pictures.append(Filtered(gallery.keep(picture, f"regret {loaded.path} {collective}"),
                                     short_library(loaded.library), [collective]))
        if pictures:
            parts.append(f"<h3>{code(loaded.path)}</h3>" + figure_grid(pictures, "small"))
    return "\n".join(parts)


def fits(inputs, gallery):
    """Makes a figure for each collective and number of ranks: points, equations, error bands."""
    parts = []
    expected = [(library_of(section), row) for section in inputs.sections
                for row in section.expectations]
    shape = lambda pair: (pair[0], pair[1]["collective"], pair[1]["ranks"])
    measured_by_shape = by(measurements(inputs), shape)
    pictures = defaultdict(list)
    for (library, collective, ranks), pairs in by(expected, shape).items():
        lines = by((row for _, row in pairs), lambda row: label(row["subject"]))
        points = curves(row for _, row in measured_by_shape.get((library, collective, ranks), []))
        title = f"{collective} on {ranks} ranks, {library}"
        pictures[library, collective].append(
            gallery.keep(figures.fit_picture(title, lines, points), f"fit {title}"))
    for (library, collective), drawn in pictures.items():
        parts.append(details(f"{library}: {collective}", figure_grid(drawn), "more",
                             filter_attributes(library, [collective])))
    return "\n".join(parts)


def validation(inputs, gallery):
    parts = []
    validated = [(library_of(section), row) for section in inputs.sections
                 for row in section.validations]
    for library, pairs in by(validated, lambda p: p[0]).items():
        rows = sorted((row for _, row in pairs),
                      key=lambda r: (r["collective"], r["ranks"], r["bytes"]))
        drawn = [(f"{r['collective']} {r['ranks']} × {figures.bytes_text(r['bytes'])}",
                  r["speedup"], r["speedup_low"], r["speedup_high"], r["verdict"]) for r in rows]
        title = f"{library}: gain of the map over the default"
        meaning = "default time / map time: right of 1 the map is faster"
        picture = gallery.keep(figures.speedups(title, drawn, meaning), f"validation {library}")
        parts.append(figure_grid([Filtered(picture, library)]) +
                     details(f"{plural(len(rows), 'row')} of {library}",
                             validation_table(library, rows), "more", filter_attributes(library)))
    return "\n".join(parts)


def validation_table(library, rows):
    columns = ["collective", "ranks", "bytes", "map chose", "default µs", "map µs", "speedup",
               "interval", "verdict", "did it run"]
    return table(columns, [
        Row([r["collective"], r["ranks"], r["bytes"], Markup(code(r["subject"])),
         r["default_us_median"], r["map_us_median"], r["speedup"],
         f"{r['speedup_low']:.3g} to {r['speedup_high']:.3g}",
         Markup(f'<span class="{escape(r["verdict"])}">{escape(r["verdict"])}</span>'),
         r["algorithm_ran"]], library, [r["collective"]]) for r in rows])


def claims(inputs, gallery):
    rows = [row for section in inputs.sections for row in section.claims]
    if not rows:
        return ""
    pictures = cost_pictures(rows, gallery) + claim_pictures(rows, gallery)
    return (figure_grid(pictures) if pictures else "") + claims_table(rows)


def cost_pictures(rows, gallery):
    """Makes a figure for each claim with times at several sizes (rows `4096 B: what`). Times of
    the claim without a size are constants."""
    pictures = []
    for claim, same in by((r for r in rows if r["unit"] == "us"), lambda r: r["claim"]).items():
        sized = [(SIZE_PLACE.fullmatch(row["what"]), row) for row in same]
        named = by(((match, row) for match, row in sized if match), lambda pair: pair[0]["what"])
        curves = {name: [(int(match["bytes"]), row["measured"], row["low"], row["high"])
                         for match, row in pairs] for name, pairs in named.items()}
        constants = {row["what"]: row["measured"] for match, row in sized if not match}
        if curves:
            picture = figures.costs(f"{claim}: time over size", curves, constants)
            pictures.append(gallery.keep(picture, f"claim {claim} times"))
    return pictures


def claim_pictures(rows, gallery):
    """Makes a figure for each ratio that a claim measured at several places (`place: what`)."""
    ratios = [(*row["what"].rsplit(": ", 1), row) for row in rows
              if row["unit"] == "times" and ": " in row["what"]]
    pictures = []
    for (claim, what), same in by(ratios, lambda r: (r[2]["claim"], r[1])).items():
        if len(same) >= CLAIM_PLACES_MIN:
            drawn = [(place, row["measured"], row["low"], row["high"], colour_of(row))
                     for place, _, row in same]
            goals = sorted({row["goal"] for _, _, row in same if row["goal"]})
            picture = figures.speedups(f"{claim}: {what}", drawn, "times", goals)
            pictures.append(gallery.keep(picture, f"claim {claim} {what}"))
    return pictures


def colour_of(row):
    return "tie" if not row["goal"] else "better" if row["holds"] else "worse"


def claims_table(rows):
    return table(["claim", "what", "measured", "interval", "goal", ""], [
        [Markup(code(row["claim"])), row["what"], f"{row['measured']:.4g} {row['unit']}",
         f"{row['low']:.4g} to {row['high']:.4g}", goal(row), Markup(claim_verdict(row))]
        for row in rows])


def goal(row):
    return f"{row['bound']} {row['goal']:g}" if row["goal"] else ""


def claim_verdict(row):
    if not row["goal"]:
        return ""
    return ('<span class="better">holds</span>' if row["holds"] else
            '<span class="worse">falls short</span>')


def broadcasts(inputs, gallery):
    """Makes figures for each torus: when each rank entered and left the broadcast, and latency
    over size."""
    pictures = []
    rows = [row for section in inputs.sections for row in section.broadcasts]
    for torus, same in by(rows, lambda row: tuple(row["torus"])).items():
        name = "×".join(map(str, torus))
        special = [row for row in same if row["late"] >= 0 and row["misaligned"] >= 0]
        others = [row for row in same if row["late"] < 0 or row["misaligned"] < 0]
        if special:
            late, misaligned = special[0]["late"], special[0]["misaligned"]
            title = f"one broadcast on {name}: rank {late} late, rank {misaligned} misaligned"
            pictures.append(gallery.keep(figures.timelines(title, special), f"timeline {name}"))
        if others:
            title = f"broadcast on {name}: when half of the ranks have left"
            pictures.append(gallery.keep(figures.broadcast_latency(title, broadcast_curves(others)),
                                         f"broadcast {name}"))
    return figure_grid(pictures) if pictures else ""


def broadcast_curves(rows):
    curves = by(rows, lambda row: f"{label(row['protocol']).split(':')[0]}, {condition(row)}")
    return {name: sorted((row["bytes"], median(end["left_us"] for end in row["ends"]))
                         for row in same) for name, same in curves.items()}


def condition(row):
    if row["late"] >= 0:
        return f"one {row['late_us']:g} µs late"
    return "one misaligned" if row["misaligned"] >= 0 else "aligned, on time"


def phases(inputs, gallery):
    """Makes a figure for each program or collective: its phases, in all places where it ran."""
    rows = [row for section in inputs.sections for row in section.phases]
    program = lambda row: (row["claim"], row["place"].split(",")[0])
    pictures = [gallery.keep(figures.phase_bars(name, same), f"phases {claim} {name}")
                for (claim, name), same in by(rows, program).items()]
    return figure_grid(pictures) if pictures else ""


def accesses(inputs, gallery):
    """Makes a figure for each call site and shape."""
    pictures = []
    shape = lambda row: (row["site"], row["collective"], row["ranks"], row["bytes"])
    for place, ((site, collective, ranks, size), same) in enumerate(
            by(inputs.accesses, shape).items(), start=1):
        title = f"{collective} of {figures.bytes_text(size)} on {ranks} ranks\n{site}"
        pictures.append(gallery.keep(figures.access_picture(title, same),
                                     f"accesses {place} {collective}"))
    return figure_grid(pictures) if pictures else ""


def skipped(inputs, _gallery):
    reasons = Counter((library_of(section), row["collective"], row["subject"], row["reason"])
                      for section in inputs.sections for row in section.skipped)
    if not reasons:
        return ""
    rows = [Row([library, Markup(code(subject)), reason, count], library, [collective])
            for (library, collective, subject, reason), count in sorted(reasons.items())]
    return details(plural(len(rows), "subject"),
                   table(["library", "subject", "why", "points"], rows), "more")


def machines(inputs, _gallery):
    """Shows one header per kind, library and machine: launches of one experiment differ only in
    number and date."""
    parts = {}
    for section in inputs.sections:
        header = section.header
        title = f"{header['kind']}, {header['library_version']}, {header['date']}"
        parts.setdefault((header["kind"], header["library"], header["machine"]),
                         details(title, table(["", ""], header_rows(header))))
    return "\n".join(parts.values())


def header_rows(header):
    for name, value in header.items():
        if name in ("row", "tutti_results", "library_details"):
            continue
        if isinstance(value, dict):
            yield from ([f"{name}: {key}", Markup(code(inner))] for key, inner in value.items())
        else:
            yield [name, Markup(code(value))]


SECTIONS = [
    ("maps", "Maps",
     "What each map chooses, by message size: one row for each number of ranks, with points where "
     "it was measured. Without colour: the default stays.", maps),
    ("regret", "Regret",
     "How much longer the map's choice took than the best that was measured at the point; empty "
     "where the choice was not measured.", regret),
    ("fits", "Fits",
     "What was measured (points, 95 % interval), what the equations of the map expect (lines), and "
     "their errors at what was left out of the fit (bands).", fits),
    ("validation", "Validation",
     "Each row of a map, deployed and measured again against the library's default. A row is "
     "better or worse only if a rank test, the margin and every launch agree; all else is a tie.",
     validation),
    ("times", "Times and bandwidths",
     "Time from the common start to the completion at the last rank, and the bus bandwidth that it "
     "amounts to. Drawn are the default and the fastest; the result files hold all.", times),
    ("claims", "Claims", "What the source documents claim, measured again.", claims),
    ("phases", "Overlap",
     "Where the time of a program goes: in the collective, as far as it is waited for, and in what "
     "is computed behind it.", phases),
    ("accesses", "Accesses",
     "When each rank of a program first used which part of what a collective brought.", accesses),
    ("broadcasts", "Neighbourhoods",
     "Votes by neighbourhood against one vote of all: each rank's stay in one broadcast, coloured "
     "by how the message came to it, and latency over size.", broadcasts),
    ("skipped", "Skipped", "What was not measured, and why.", skipped),
    ("machine", "Machine", "Where, when and with what this was measured.", machines),
]


def parts(inputs, gallery):
    """Returns the parts for which the inputs hold something."""
    made = [(identifier, heading, explanation, make(inputs, gallery))
            for identifier, heading, explanation, make in SECTIONS]
    return [Part(identifier, heading, f'<p class="soft">{explanation}</p>{content}')
            for identifier, heading, explanation, content in made if content]
