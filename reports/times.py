"""The part of the page about times, with bus bandwidth beside them: figures by number of ranks, and
a table."""

from collections import defaultdict
from statistics import median

import figures
from amounts import amount, amount_with_interval
from collective_bandwidth import bandwidths
from findings import short_library
from html_text import (Aligned, Markup, Row, code, details, figures as figure_grid,
                       filter_attributes, table)

CURVES_PER_FIGURE = 7
UNFOLDED_MAX = 2
DEFAULT, HARNESS = "mpi", "empty"  # subjects


def times(inputs, gallery):
    """Makes what can be unfolded for each library and collective."""
    parts = []
    groups = by(measurements(inputs), lambda pair: (pair[0], pair[1]["collective"]))
    unfolded = " open" if len(groups) <= UNFOLDED_MAX else ""
    for (library, collective), pairs in groups.items():
        rows = sorted((row for _, row in pairs), key=lambda r: (r["ranks"], r["bytes"]))
        content = figure_grid(pictures(library, collective, rows, gallery)) + \
            times_table(collective, rows)
        parts.append(details(f"{library}: {collective}", content, "more",
                             filter_attributes(library, [collective]) + unfolded))
    return "\n".join(parts)


def pictures(library, collective, rows, gallery):
    """Draws time over size for each number of ranks and, where it is defined, bus bandwidth."""
    drawn = {ranks: worth_drawing(curves(same))
             for ranks, same in by(rows, lambda row: row["ranks"]).items()}
    names = sorted({name for lines in drawn.values() for name in lines},
                   key=lambda name: (name != DEFAULT, name))
    made = []
    for ranks, lines in drawn.items():
        title = f"{collective} on {ranks} ranks, {library}"
        made.append(gallery.keep(figures.latency(title, lines, names), f"latency {title}"))
        reached = {name: bus_bandwidths(collective, ranks, points) for name, points in lines.items()
                   if name != HARNESS}
        reached = {name: points for name, points in reached.items() if points}
        if reached:
            picture = figures.bus_bandwidths(f"{title}: bus bandwidth", reached, names)
            made.append(gallery.keep(picture, f"bus bandwidth {title}"))
    return made


def bus_bandwidths(collective, ranks, points):
    both = [(size, bandwidths(collective, ranks, size, time)) for size, time, *_ in points]
    return [(size, found[1]) for size, found in both if found]


def times_table(collective, rows):
    """Lists the default and the fastest at each point."""
    listed = []
    for (ranks, size), same in by(rows, lambda r: (r["ranks"], r["bytes"])).items():
        found = {name: points[0] for name, points in curves(same).items() if name != HARNESS}
        if not found:
            continue
        fastest = min(found, key=lambda name: found[name][1])
        for name in dict.fromkeys([DEFAULT, fastest] if DEFAULT in found else [fastest]):
            listed.append(times_row(collective, ranks, size, name, found[name]))
    return table(["ranks", "bytes", "what ran", "median [95 % interval]", "algorithm bandwidth",
                  "bus bandwidth"], listed)


def times_row(collective, ranks, size, name, point):
    _, middle, low, high = point
    algorithm, bus = bandwidths(collective, ranks, size, middle) or (None, None)
    shown = "the library's default" if name == DEFAULT else Markup(code(name))
    return Row([ranks, Aligned(figures.bytes_text(size)), shown,
                Aligned(amount_with_interval(middle, low, high, "us")),
                Aligned(amount(algorithm, "GB/s")), Aligned(amount(bus, "GB/s"))])


def measurements(inputs):
    return [(library_of(section), row) for section in inputs.sections
            for row in section.measurements]


def library_of(section):
    return short_library(section.header["library_version"])


def label(subject):
    """Returns a subject's name without library and collective, which are in the title."""
    return subject.split("/", 1)[1] if "/" in subject else subject


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
    order = sorted(curves, key=lambda name: (name != DEFAULT, min(places[name]),
                                             sum(places[name]) / len(places[name])))
    return {name: curves[name] for name in order[:CURVES_PER_FIGURE]}


def by(items, key):
    """Groups items by key, in the order of the first item of each group."""
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
