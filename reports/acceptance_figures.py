"""Draws an acceptance run: heat maps of pairs, nodes alone, curves of collectives."""

from math import log2
from statistics import median

from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from amounts import UNITS, amount, number
from figures import (COLOURS, INK, curve_style, curve_with_intervals, over_size, panel, time_axis)

GREY, WORSE, BETTER = "#8a949e", "#d55e00", "#0072b2"
FAINTEST = 0.28  # opacity of a typical cell, on white and on almost black
HOSTS_LABELLED = 24  # with more, only outliers are named at the axes
HOSTS_WITH_VALUES = 10  # with more, cells hold no numbers
OUTLIERS_LABELLED = 16
GAP = 0.042  # between labels, as a share of the axis
SCALE = [0.5, 0.7, 0.85, 1, 1.2, 1.4, 2]


def heat_map(title, hosts, values, unit, outlying_nodes, outlying_links):
    """Draws {(host, host): value} in units of the median: grey is typical, orange is worse. Names
    the outliers at both axes and outlines the cells of outlying links."""
    figure = Figure(figsize=(4, 5))
    axes, scale = figure.add_axes((0, 0, 1, 0.8)), figure.add_axes((0, 0.885, 1, 0.02))
    places = {host: place for place, host in enumerate(hosts)}
    typical = median(values.values())
    image = [[(0, 0, 0, 0)] * len(hosts) for _ in hosts]
    for (one, other), value in values.items():
        image[places[one]][places[other]] = shade(value / typical, unit)
    axes.grid(False)
    axes.imshow(image, interpolation="none", aspect="equal")
    if len(hosts) <= HOSTS_WITH_VALUES:
        write_values(axes, places, values)
    outline(axes, [(places[a], places[b]) for a, b in outlying_links], len(hosts))
    name_hosts(axes, hosts, outlying_nodes, outlying_links)
    for side in axes.spines.values():
        side.set_visible(True)
    draw_scale(scale, typical, unit)
    scale.set_title(f"{title}\n", loc="left", pad=6)
    return figure


def shade(ratio, unit):
    """Returns the colour of a figure of which the median is 1."""
    worse = log2(ratio if unit == "us" else 1 / ratio)
    # The root shows a tenth less bandwidth clearly, and noise of 2 % hardly.
    strength = min(1, abs(worse)) ** 0.7
    if abs(worse) < log2(1.02):
        strength = 0
    colour = to_rgb(WORSE if worse > 0 else BETTER)
    mixed = [grey + (end - grey) * strength for grey, end in zip(to_rgb(GREY), colour)]
    return (*mixed, FAINTEST + (1 - FAINTEST) * strength)


def write_values(axes, places, values):
    for (one, other), value in values.items():
        axes.text(places[other], places[one], number(value), ha="center", va="center", fontsize=7)


def outline(axes, cells, hosts):
    for one, other in cells:
        for x, y in ((one, other), (other, one)):
            if hosts <= HOSTS_LABELLED:
                axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=INK,
                                         linewidth=1.6, zorder=3))
            else:
                axes.plot(x, y, "o", markersize=7, markerfacecolor="none", markeredgecolor=INK,
                          clip_on=False)



def name_hosts(axes, hosts, outlying_nodes, outlying_links):
    """Names hosts at the left and at the bottom: all if there is room, else outliers only."""
    linked = [host for link in outlying_links for host in link]
    outlying = list(dict.fromkeys([*outlying_nodes, *linked]))
    shown = hosts if len(hosts) <= HOSTS_LABELLED else [
        host for host in hosts if host in outlying[:OUTLIERS_LABELLED]]
    axes.set_xticks([])
    axes.set_yticks([])
    places = [hosts.index(host) / (len(hosts)) + 0.5 / len(hosts) for host in shown]
    for host, place, at in zip(shown, places, spread(places, min(GAP, 1 / max(len(shown), 1)))):
        style = {"fontsize": 8 if len(shown) <= 16 else 6.5, "annotation_clip": False,
                 "xycoords": "axes fraction", "textcoords": "axes fraction",
                 "color": WORSE if host in outlying_nodes else INK,
                 "fontweight": "bold" if host in outlying else "normal",
                 "arrowprops": {"arrowstyle": "-", "color": INK, "linewidth": 0.6,
                                "shrinkA": 0, "shrinkB": 0}}
        axes.annotate(host, (0, 1 - place), (-0.03, 1 - at), ha="right", va="center", **style)
        axes.annotate(host, (place, 0), (at, -0.03), ha="center", va="top", rotation=90, **style)


def spread(places, gap):
    """Returns the places moved apart, so that neighbours have the gap, within 0 and 1. The places
    ascend."""
    moved = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    limit = 1
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - gap
    return moved


def draw_scale(axes, typical, unit):
    """Draws what the colours mean, in units of the median."""
    steps = [2 ** (step / 50 - 1) for step in range(101)]
    axes.imshow([[shade(ratio, unit) for ratio in steps]], aspect="auto", interpolation="none",
                extent=(-1, 1, 0, 1))
    axes.grid(False)
    axes.set_yticks([])
    axes.set_xticks([log2(ratio) for ratio in SCALE],
                    [f"{ratio:g}×\n{number(ratio * typical)}" for ratio in SCALE], fontsize=7)
    axes.tick_params(length=0)
    worse = "right is worse" if unit == "us" else "left is worse"
    axes.text(0, 1.5, f"share of the median of all pairs, and {UNITS.get(unit, unit)}: {worse}",
              transform=axes.transAxes, fontsize=8)


def nodes_alone(title, spreads, unit, outlying):
    """Draws a point for each host, {host: (middle, low, high)}, and the median of all."""
    figure, axes = panel()
    hosts = list(spreads)
    typical = median(spread.middle for spread in spreads.values())
    for place, host in enumerate(hosts):
        value = spreads[host]
        bad = host in outlying
        axes.errorbar(place, value.middle, fmt="D" if bad else "o",
                      yerr=[[value.middle - value.low], [value.high - value.middle]],
                      color=WORSE if bad else COLOURS[0], elinewidth=0.9, zorder=3 if bad else 2,
                      markersize=5 if bad else 4 if len(hosts) <= HOSTS_LABELLED else 2)
        if bad and len(hosts) > HOSTS_LABELLED:
            axes.annotate(host, (place, value.middle), (4, 4), textcoords="offset points",
                          color=WORSE, fontsize=8, fontweight="bold")
    axes.axhline(typical, color=INK, linewidth=0.8, linestyle="--")
    label_nodes(axes, hosts, outlying)
    highest = max(spread.high for spread in spreads.values())
    axes.set_ylim(0, 1.15 * highest)
    axes.set_ylabel(UNITS.get(unit, unit))
    axes.set_title(f"{title}\ndashed: median of all nodes, {amount(typical, unit)}", loc="left")
    return figure


def label_nodes(axes, hosts, outlying):
    axes.set_xlim(-0.7, len(hosts) - 0.3)
    if len(hosts) > HOSTS_LABELLED:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter(FuncFormatter(
            lambda place, _: hosts[int(place)] if 0 <= place < len(hosts) else ""))
        return
    axes.set_xticks(range(len(hosts)), hosts, fontsize=8, rotation=90 if len(hosts) > 8 else 0)
    for label, host in zip(axes.get_xticklabels(), hosts):
        if host in outlying:
            label.set_color(WORSE)
            label.set_fontweight("bold")


def times(title, curves):
    """Draws time over size, {name: [(bytes, middle, low, high)]}."""
    figure, axes = panel()
    for index, (name, points) in enumerate(curves.items()):
        curve_with_intervals(axes, name, points, curve_style(index))
    over_size(axes, f"{title}: time", curves)
    time_axis(axes, "time (µs)")
    few_ticks(axes.yaxis, [value for points in curves.values() for _, *all3 in points
                           for value in all3])
    return figure


def few_ticks(axis, values):
    """Labels 1, 2 and 5 of each decade if the values span few decades, else the decades only."""
    decades = log2(max(values) / min(values)) / log2(10)
    if decades > 2:
        axis.get_major_locator().set_params(subs=(1,))
