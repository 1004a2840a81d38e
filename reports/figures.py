"""Draws result rows. Each figure is saved as PNG and SVG, and returned as SVG for the page."""

import io
import multiprocessing
import re
from html import escape
from math import log2
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import (FixedLocator, FuncFormatter, LogLocator, MaxNLocator,  # noqa: E402
                               NullLocator)

from maps import rows_of_ranks  # noqa: E402

INFINITY = float("inf")
INTERVAL_TEXT = "median time (µs), 95 % interval"
# Distinct also for colour-blind readers (Okabe and Ito, then Tol), on white and almost black.
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#999933", "#882255",
           "#44aa99", "#7f7f7f", "#aa4499", "#b15928"]
MARKERS = "osD^vP*X"
SPEEDUP_TICKS = [0.125, 0.25, 0.5, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256]
REGRET_DARKEST = 2
WAY_COLOURS = {"put": "#009e73", "eager": "#d55e00", "nothing came": "#7f7f7f"}
VERDICT_COLOURS = {"better": "#009e73", "tie": "#7f7f7f", "worse": "#d55e00"}

LARGEST_SCALE = 1.2  # of a figure on the page
# On the page, these two colours follow the reader's light or dark scheme.
INK, RULE = "#101112", "#d0d1d2"
SCHEME = {INK: "var(--ink)", RULE: "var(--rule)"}

matplotlib.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "tutti", "font.size": 9, "font.family": "sans-serif",
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": RULE, "xtick.color": INK,
    "ytick.color": INK, "grid.color": RULE, "grid.linewidth": 0.6, "axes.grid": True,
    "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlesize": 10, "legend.frameon": False, "legend.fontsize": 8,
})


class Gallery:
    """The folder in which figures are saved. Drawing a figure takes 0.1 s, so all figures are kept
    and finally drawn in parallel on all cores."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.kept = []
        self.files = []

    def keep(self, figure, name):
        """Keeps a figure for `draw_on`. Returns its placeholder on the page."""
        self.kept.append((figure, name))
        return f"<!-- figure {len(self.kept) - 1} -->"

    def draw_on(self, page):
        """Saves every figure as name.png and name.svg. Returns the page with the SVG in place."""
        if not self.kept:
            return page
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files = [str(self.stem(name)) + suffix
                      for _, name in self.kept for suffix in (".svg", ".png")]
        # Figures cannot be sent to other processes, but forked processes inherit them.
        with multiprocessing.get_context("fork").Pool(initializer=_share, initargs=(self,)) as pool:
            drawn = pool.map(_draw_shared, range(len(self.kept)))
        return re.sub(r"<!-- figure (\d+) -->", lambda place: drawn[int(place[1])], page)

    def draw(self, index):
        figure, name = self.kept[index]
        text = io.StringIO()
        figure.savefig(text, format="svg", bbox_inches="tight", transparent=True,
                       metadata={"Date": None})
        svg = text.getvalue()
        stem = self.stem(name)
        Path(f"{stem}.svg").write_text(svg, encoding="utf-8")
        figure.savefig(f"{stem}.png", dpi=140, bbox_inches="tight", facecolor="white")
        return for_page(svg, name)

    def stem(self, name):
        return self.folder / re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _share(gallery):
    global _shared
    _shared = gallery


def _draw_shared(index):
    return _shared.draw(index)


def for_page(svg, name):
    """Makes an SVG embeddable: drops its file header, and uses the page's colour scheme."""
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    for colour, variable in SCHEME.items():
        svg = svg.replace(colour, variable)
    width = LARGEST_SCALE * float(re.search(r'width="([\d.]+)pt"', svg)[1])
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" '
                                f'style="max-width: {width:.0f}pt" ', 1)


def panel(width=4.4, height=2.9):
    figure = Figure(figsize=(width, height))
    return figure, figure.add_subplot()


def size_axis(axes, largest, smallest=0):
    """Makes a logarithmic axis for bytes, which includes 0 if that is the smallest size."""
    axes.set_xscale("symlog", base=2, linthresh=1, linscale=1)
    step = 16 if largest > 2**12 else 4
    powers = [step**exponent for exponent in range(16) if step**exponent <= largest]
    ticks(axes.xaxis, [0] + powers, bytes_text)
    axes.set_xlim(smallest / 1.5 or -0.5, largest * 1.5)
    axes.set_xlabel("message size")


def ticks(axis, places, text):
    axis.set_major_locator(FixedLocator(places))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: text(value)))


def bytes_text(value):
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} B" if value else "0"


def curve_style(index):
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)],
            "markersize": 4, "linewidth": 1.4}


def largest_size(curves):
    return max(point[0] for points in curves.values() for point in points)


def time_over_size(axes, title, largest, time_text, smallest=0):
    size_axis(axes, largest, smallest)
    time_axis(axes, time_text)
    axes.set_title(title, loc="left")
    legend(axes)


def latency(title, curves, names):
    """Draws median time over size, one curve per name: {name: [(bytes, median, low, high)]}. The
    position of a name in `names` decides its colour, so that several figures agree."""
    figure, axes = panel()
    for name, points in curves.items():
        curve_with_intervals(axes, name, points, curve_style(names.index(name)))
    time_over_size(axes, title, largest_size(curves), INTERVAL_TEXT)
    return figure


def bus_bandwidths(title, curves, names=None, pair=None):
    """Draws bus bandwidth over size, {name: [(bytes, GB/s)]}; the position of a name in `names`
    decides its colour. What one pair of nodes reached, None or GB/s, is a line."""
    figure, axes = panel()
    names = names or list(curves)
    for name, points in curves.items():
        sizes, reached = zip(*sorted(points))
        axes.plot(sizes, reached, **curve_style(names.index(name)), label=name)
    if pair:
        axes.axhline(pair, color=INK, linewidth=0.8, linestyle="--", label="one pair, median")
    over_size(axes, title, curves)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("bus bandwidth (GB/s)")
    return figure


def over_size(axes, title, curves):
    smallest = min(point[0] for points in curves.values() for point in points)
    size_axis(axes, largest_size(curves), smallest)
    axes.set_title(title, loc="left")
    legend(axes)


def costs(title, curves, constants):
    """Draws time over size, {name: [(bytes, median, low, high)]}, from the smallest size on.
    Constants, {name: time}, are horizontal lines."""
    figure, axes = panel(5.6, 3.4)
    for style, (name, points) in enumerate(curves.items()):
        curve_with_intervals(axes, name, points, curve_style(style))
    for name, time in constants.items():
        axes.axhline(time, color=INK, linestyle="--", linewidth=1, label=name)
    smallest = min(point[0] for points in curves.values() for point in points)
    time_over_size(axes, title, largest_size(curves), INTERVAL_TEXT, smallest)
    return figure


def curve_with_intervals(axes, name, points, style):
    sizes, medians, lows, highs = zip(*sorted(points))
    reach = [[m - low for m, low in zip(medians, lows)],
             [high - m for m, high in zip(medians, highs)]]
    axes.errorbar(sizes, medians, yerr=reach, **style, elinewidth=0.9, capsize=2, label=name)


def broadcast_latency(title, curves):
    """Draws time over size, {name: [(bytes, time)]}."""
    figure, axes = panel(5.6, 3.2)
    for style, (name, points) in enumerate(curves.items()):
        sizes, times = zip(*points)
        axes.plot(sizes, times, **curve_style(style), label=name)
    time_over_size(axes, title, largest_size(curves), "time (µs)")
    return figure


def timelines(title, rows):
    """Draws a panel for each broadcast, with a bar for each rank from entering to leaving."""
    figure = Figure(figsize=(5.6, len(rows) * (1.2 + 0.035 * len(rows[0]["ends"]))))
    panels = figure.subplots(len(rows), sharex=True, squeeze=False)[:, 0]
    for axes, row in zip(panels, rows):
        for rank, end in enumerate(row["ends"]):
            axes.barh(rank, end["left_us"] - end["entered_us"], left=end["entered_us"], height=0.8,
                      color=WAY_COLOURS[way_of(end)])
        axes.set_ylim(len(row["ends"]) - 0.5, -0.5)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_ylabel("rank")
        axes.set_title(row["protocol"], loc="left", fontsize=8)
    panels[-1].set_xlabel("time (µs)")
    for way, colour in WAY_COLOURS.items():
        panels[0].barh(0, 0, color=colour, label=way)
    panels[0].legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3)
    figure.suptitle(title, x=0.02, ha="left", fontsize=10)
    figure.tight_layout()
    return figure


def phase_bars(title, rows):
    """Draws a bar for each row (one run of a program): its phases, one after the other."""
    figure, axes = panel(6.4, 1.1 + 0.19 * len(rows))
    names = list(dict.fromkeys(phase["name"] for row in rows for phase in row["phases"]))
    for place, row in enumerate(rows):
        begin = 0
        for phase in row["phases"]:
            axes.barh(place, phase["seconds"], left=begin, height=0.8,
                      color=COLOURS[names.index(phase["name"])])
            begin += phase["seconds"]
    for index, name in enumerate(names):
        axes.barh(0, 0, color=COLOURS[index], label=name)
    axes.set_yticks(range(len(rows)), [f"{row['place']}, {row['way']}" for row in rows], fontsize=7)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("time (s)")
    axes.set_title(title, loc="left", pad=22)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(names))
    return figure


def access_picture(title, rows):
    """Draws a panel for each rank: when it first accessed each part of the received data."""
    rows = sorted(rows, key=lambda row: row["rank"])
    figure = Figure(figsize=(6.4, 1.2 + 0.9 * len(rows)))
    panels = figure.subplots(len(rows), sharex=True, squeeze=False)[:, 0]
    for axes, row in zip(panels, rows):
        axes.plot([time / 1000 for time in row["access_us"]], row["order"], "o", markersize=2.5,
                  color=COLOURS[0])
        axes.set_ylim(-0.5, row["sub_messages"] - 0.5)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes.set_ylabel(f"rank {row['rank']}")
    panels[0].set_title(f"{title}\nfirst access to each sub-message of "
                        f"{bytes_text(rows[0]['sub_message_bytes'])}", loc="left")
    panels[0].set_xlim(left=0)
    panels[-1].set_xlabel("time since the collective ended (ms)")
    figure.tight_layout()
    return figure


def way_of(end):
    return "eager" if end["eager"] else "put" if end["put"] else "nothing came"


def fit_picture(title, lines, points):
    """Draws expected times {name: rows} with error bands, and measured points of the same names."""
    figure, axes = panel()
    for style, (name, rows) in enumerate(lines.items()):
        colour = COLOURS[style % len(COLOURS)]
        rows = sorted(rows, key=lambda row: row["bytes"])
        sizes = [row["bytes"] for row in rows]
        axes.plot(sizes, [row["time_us"] for row in rows], color=colour, linewidth=1.2, label=name)
        axes.fill_between(sizes, [row["time_us"] / (1 + row["error"]) for row in rows],
                          [row["time_us"] * (1 + row["error"]) for row in rows],
                          color=colour, alpha=0.15, linewidth=0)
        for size, middle, low, high in points.get(name, []):
            axes.errorbar(size, middle, yerr=[[middle - low], [high - middle]], color=colour,
                          marker=MARKERS[style % len(MARKERS)], markersize=4, elinewidth=0.9,
                          capsize=2)
    largest = max(row["bytes"] for rows in lines.values() for row in rows)
    time_over_size(axes, title, largest, "median time (µs)")
    return figure


def time_axis(axes, text):
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.set_ylabel(text)


def legend(axes, below=0.2):
    """Places the legend below the axes, by a share of their height, no wider than they are."""
    _, names = axes.get_legend_handles_labels()
    axes.legend(loc="upper left", bbox_to_anchor=(-0.05, -below),
                ncols=2 if max(map(len, names)) < 27 else 1)


def map_picture(title, rules):
    """Draws a row for each number of ranks over bytes; colours are choices of the map, points are
    sizes at which they were measured."""
    names = sorted({rule.protocol for rule in rules})
    rows = rows_of_ranks(rules)
    figure, axes = panel(5, 0.6 + 0.24 * len(rows))
    axes.grid(False)
    sizes = [size for rule in rules for size in (rule.bytes_begin, rule.bytes_end, *rule.measured)]
    largest = 2 * max([size for size in sizes if size < INFINITY] + [1024])
    for place, (ranks, _) in enumerate(rows):
        for rule in (rule for rule in rules if rule.serves(ranks)):
            colour = COLOURS[names.index(rule.protocol) % len(COLOURS)]
            axes.barh(place, min(rule.bytes_end, largest) - rule.bytes_begin, left=rule.bytes_begin,
                      height=0.6, color=colour)
            axes.plot(rule.measured, [place] * len(rule.measured), "o", markersize=6, clip_on=False,
                      markerfacecolor=colour, markeredgecolor="white", markeredgewidth=0.9)
    for index, name in enumerate(names):
        axes.bar(0, 0, color=COLOURS[index % len(COLOURS)], label=name.split("/", 1)[-1])
    size_axis(axes, largest)
    axes.set_xlim(0, largest)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), [text for _, text in rows])
    axes.tick_params(axis="y", length=0)
    axes.set_ylabel("ranks")
    axes.set_title(title, loc="left")
    legend(axes, 0.45 / (figure.get_figheight() * axes.get_position().height))
    return figure


def regret_picture(title, factors):
    """Draws ranks over bytes, {(ranks, bytes): factor}, with the factors. White is the best."""
    ranks = sorted({place[0] for place in factors})
    sizes = sorted({place[1] for place in factors})
    figure, axes = panel(max(2.4, 1.2 + 0.45 * len(sizes)), 1.2 + 0.3 * len(ranks))
    axes.grid(False)
    for (count, size), factor in factors.items():
        x, y = sizes.index(size), ranks.index(count)
        shade = min(1, (factor - 1) / (REGRET_DARKEST - 1))
        axes.bar(x, 1, bottom=y - 0.5, width=1, color=VERDICT_COLOURS["worse"], alpha=shade)
        axes.text(x, y, f"{factor:.2f}", ha="center", va="center", fontsize=6.5)
    axes.set_xticks(range(len(sizes)), [bytes_text(size) for size in sizes], fontsize=7, rotation=60)
    axes.set_yticks(range(len(ranks)), [str(count) for count in ranks])
    axes.set_xlim(-0.5, len(sizes) - 0.5)
    axes.set_ylim(-0.5, len(ranks) - 0.5)
    axes.set_xlabel("message size")
    axes.set_ylabel("ranks")
    axes.set_title(title, loc="left")
    return figure


def speedups(title, rows, meaning, goals=()):
    """Draws ratios with intervals, one line per row: [(label, value, low, high, verdict)]."""
    figure, axes = panel(5.6, 1.0 + 0.19 * len(rows))
    for place, (label, value, low, high, verdict) in enumerate(reversed(rows)):
        axes.errorbar(value, place, xerr=[[max(0, value - low)], [max(0, high - value)]], fmt="o",
                      markersize=4, color=VERDICT_COLOURS.get(verdict, INK), elinewidth=1.4)
    axes.axvline(1, color=INK, linewidth=0.8)
    for goal in goals:
        axes.axvline(goal, color=INK, linestyle="--", linewidth=0.8)
    ratio_axis(axes, rows)
    axes.set_yticks(range(len(rows)), [row[0] for row in reversed(rows)], fontsize=7)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel(", ".join([meaning] + [f"dashed: goal {goal:g}" for goal in goals]))
    axes.set_title(title, loc="left")
    return figure


def ratio_axis(axes, rows):
    """Makes the axis logarithmic, except if the values are close together or not above 0."""
    least, most = min(row[2] for row in rows), max(row[3] for row in rows)
    if least <= 0 or most < 2 * least:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}×"))
        return
    axes.set_xscale("log", base=2)
    wide = most > 16 * least
    places = [tick for tick in SPEEDUP_TICKS if not wide or log2(tick).is_integer()]
    ticks(axes.xaxis, places, lambda value: f"{value:g}×")
