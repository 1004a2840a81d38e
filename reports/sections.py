"""The sections of the page. Each section function takes the inputs and a gallery, and returns HTML;
empty if the inputs hold nothing for the section."""

import re
from collections import Counter, defaultdict
from html import escape
from statistics import median

import figures
from html_text import Markup, code, details, facts, figures as figure_grid, table
from regret import regrets

CURVES_PER_FIGURE = 7
CLAIM_PLACES_MIN = 3
SIZE_PLACE = re.compile(r"(?P<bytes>\d+) B: (?P<what>.+)")


def label(subject):
    """Returns a subject's name without library and collective, which are in the title."""
    return subject.split("/", 1)[1] if "/" in subject else subject


def overview(inputs):
    validations = [row for section in inputs.sections for row in section.validations]
    verdicts = Counter(row["verdict"] for row in validations)
    pairs = []
    if inputs.verdicts:
        contents = [verdict.content for verdict in inputs.verdicts]
        pairs += [("cases run", f"{sum(c['cases'] for c in contents):,}"),
                  ("failures", sum(c["failures"] for c in contents)),
                  ("findings", sum(c["findings"] for c in contents))]
    measured = sum(len(section.measurements) for section in inputs.sections)
    if measured:
        pairs.append(("points measured", f"{measured:,}"))
    if inputs.maps:
        pairs.append(("map rows", sum(len(m.rules) for m in inputs.maps)))
    if validations:
        pairs.append(("better / tie / worse", " / ".join(
            str(verdicts[name]) for name in ("better", "tie", "worse"))))
    return facts(pairs)


def findings(inputs, _gallery):
    parts = []
    for content in (verdict.content for verdict in inputs.verdicts):
        rows = content["failed"] + content["found"]
        parts.append(f"<h3>{escape(content['target'])}: {escape(content['library'])}, "
                     f"{content['ranks']} ranks</h3>"
                     f"<p>{content['cases']:,} cases in {content['seconds']:.0f} s; "
                     f"{content['failures'] + content['findings'] or 'nothing'} found.</p>")
        if rows:
            parts.append(findings_table(rows))
        if content["wrong_operators"]:
            parts.append(table(["operator by itself, left out of all other cases"],
                               [[what] for what in content["wrong_operators"]]))
        if content["known_faults"]:
            parts.append(known_faults_table(content["known_faults"]))
        if len(content["subjects"]) > 1:
            parts.append(details(f"{len(content['subjects'])} subjects",
                                 subjects_table(content["subjects"])))
    return "\n".join(parts)


def findings_table(rows):
    return table(["subject", "class", "what", "case"], [
        [Markup(code(row["subject"])), row["class"],
         "; ".join(map(str, row["what"])),
         case_cell(row["case"])] for row in rows])


def known_faults_table(rows):
    return table(["known fault of this version", "cases left out", "case"],
                 [[row["what"], row["left_out"], case_cell(row["case"])] for row in rows])


def case_cell(line):
    return Markup(f'<code class="case">{escape(line)}</code>')


def subjects_table(rows):
    return table(["subject", "verdict", "cases"],
                 [[Markup(code(row["subject"])), row["verdict"], row["cases"]] for row in rows])


def axes(inputs, _gallery):
    parts = []
    for verdict in inputs.verdicts:
        rows = [[axis, Markup(axis_values(values))]
                for axis, values in verdict.content["axes"].items()]
        if rows:
            parts.append(details(verdict.path, table(["axis", "cases per value"], rows)))
    return "\n".join(parts)


def axis_values(values):
    return ", ".join(f'<span class="{"worse" if hits == 0 else ""}">{escape(value)}&nbsp;'
                     f"{escape(str(hits))}</span>" for value, hits in values.items())


def maps(inputs, gallery):
    parts = []
    for loaded in inputs.maps:
        parts.append(f"<h3>{code(loaded.path)}</h3>")
        pictures = []
        for collective, rows in by(loaded.rules, lambda row: row.collective).items():
            picture = figures.map_picture(f"{collective}, {loaded.target}", rows)
            pictures.append(gallery.keep(picture, f"map {loaded.path} {collective}"))
        parts.append(figure_grid(pictures))
    return "\n".join(parts)


def regret(inputs, gallery):
    parts = []
    for loaded in inputs.maps:
        pictures = [gallery.keep(figures.regret_picture(f"{collective}, {loaded.target}", factors),
                                 f"regret {loaded.path} {collective}")
                    for collective, factors in regrets(loaded, inputs.sections).items()]
        if pictures:
            parts.append(f"<h3>{code(loaded.path)}</h3>" + figure_grid(pictures))
    return "\n".join(parts)


def fits(inputs, gallery):
    """Makes a figure for each collective and number of ranks: points, equations, error bands."""
    parts = []
    expected = [(section.header["library"], row) for section in inputs.sections
                for row in section.expectations]
    measured = [(section.header["library"], row) for section in inputs.sections
                for row in section.measurements]
    shape = lambda pair: (pair[0], pair[1]["collective"], pair[1]["ranks"])
    measured_by_shape = by(measured, shape)
    pictures = defaultdict(list)
    for (library, collective, ranks), pairs in by(expected, shape).items():
        lines = by((row for _, row in pairs), lambda row: label(row["subject"]))
        points = curves(row for _, row in measured_by_shape.get((library, collective, ranks), []))
        title = f"{collective} on {ranks} ranks, {library}"
        pictures[library, collective].append(
            gallery.keep(figures.fit_picture(title, lines, points), f"fit {title}"))
    for (library, collective), drawn in pictures.items():
        parts.append(details(f"{library}: {collective}", figure_grid(drawn)))
    return "\n".join(parts)


def latency(inputs, gallery):
    parts = []
    measured = [(section.header["library"], row) for section in inputs.sections
                for row in section.measurements]
    for (library, collective), pairs in by(measured, lambda p: (p[0], p[1]["collective"])).items():
        rows = sorted((row for _, row in pairs), key=lambda r: r["ranks"])
        drawn = {f"{collective} on {ranks} ranks, {library}": worth_drawing(curves(same))
                 for ranks, same in by(rows, lambda r: r["ranks"]).items()}
        names = sorted({name for lines in drawn.values() for name in lines},
                       key=lambda name: (name != "mpi", name))
        pictures = [gallery.keep(figures.latency(title, lines, names), f"latency {title}")
                    for title, lines in drawn.items()]
        parts.append(details(f"{library}: {collective}", figure_grid(pictures)))
    return "\n".join(parts)


def curves(rows):
    return {label(subject): curve(same)
            for subject, same in by(rows, lambda row: row["subject"]).items()}


def curve(rows):
    """Combines launches: the median of the medians, and an interval that holds all intervals."""
    return [(size, median(r["time_us_median"] for r in same), min(r["time_us_low"] for r in same),
             max(r["time_us_high"] for r in same))
            for size, same in by(rows, lambda r: r["bytes"]).items()]


def worth_drawing(curves):
    """Selects a few curves that can be told apart: the library's default, then curves that are the
    fastest at some size, then those with the best mean rank."""
    places = defaultdict(list)
    for size in {point[0] for points in curves.values() for point in points}:
        times = {name: point[1] for name, points in curves.items() for point in points
                 if point[0] == size}
        for place, name in enumerate(sorted(times, key=times.get)):
            places[name].append(place)
    order = sorted(curves, key=lambda name: (name != "mpi", min(places[name]),
                                             sum(places[name]) / len(places[name])))
    return {name: curves[name] for name in order[:CURVES_PER_FIGURE]}


def validation(inputs, gallery):
    parts = []
    validated = [(section.header["library"], row) for section in inputs.sections
                 for row in section.validations]
    for library, pairs in by(validated, lambda p: p[0]).items():
        rows = sorted((row for _, row in pairs),
                      key=lambda r: (r["collective"], r["ranks"], r["bytes"]))
        drawn = [(f"{r['collective']} {r['ranks']} × {figures.bytes_text(r['bytes'])}",
                  r["speedup"], r["speedup_low"], r["speedup_high"], r["verdict"]) for r in rows]
        title = f"{library}: gain of the map over the default"
        meaning = "default time / map time: right of 1 the map is faster"
        picture = gallery.keep(figures.speedups(title, drawn, meaning), f"validation {library}")
        parts.append(figure_grid([picture]) + details(f"{len(rows)} rows", validation_table(rows)))
    return "\n".join(parts)


def validation_table(rows):
    columns = ["collective", "ranks", "bytes", "map chose", "default µs", "map µs", "speedup",
               "interval", "verdict", "did it run"]
    return table(columns, [
        [r["collective"], r["ranks"], r["bytes"], Markup(code(r["subject"])),
         r["default_us_median"], r["map_us_median"], r["speedup"],
         f"{r['speedup_low']:.3g} to {r['speedup_high']:.3g}",
         Markup(f'<span class="{escape(r["verdict"])}">{escape(r["verdict"])}</span>'),
         r["algorithm_ran"]] for r in rows])


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
    reasons = Counter((section.header["library"], row["subject"], row["reason"])
                      for section in inputs.sections for row in section.skipped)
    if not reasons:
        return ""
    rows = [[library, Markup(code(subject)), reason, count]
            for (library, subject, reason), count in sorted(reasons.items())]
    return details(f"{len(rows)} subjects", table(["library", "subject", "why", "points"], rows))


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


def by(items, key):
    """Groups items by key, in the order of the first item of each group."""
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


SECTIONS = [
    ("findings", "Findings",
     "What verification found, each with the one line that replays it: "
     "tutti verify --replay takes it.", findings),
    ("maps", "Maps",
     "What each map chooses, by ranks and message size. Without colour: the default stays.", maps),
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
    ("latency", "Latency",
     "Time from the common start to the completion at the last rank. Drawn are the default and the "
     "fastest; the result files hold all.", latency),
    ("claims", "Claims", "What the source documents claim, measured again.", claims),
    ("phases", "Overlap",
     "Where the time of a program goes: in the collective, as far as it is waited for, and in what "
     "is computed behind it.", phases),
    ("accesses", "Accesses",
     "When each rank of a program first used which part of what a collective brought.", accesses),
    ("broadcasts", "Neighbourhoods",
     "Votes by neighbourhood against one vote of all: each rank's stay in one broadcast, coloured "
     "by how the message came to it, and latency over size.", broadcasts),
    ("axes", "Axes", "How many cases hit each value of each axis of the case generator.", axes),
    ("skipped", "Skipped", "What was not measured, and why.", skipped),
    ("machine", "Machine", "Where, when and with what this was measured.", machines),
]
