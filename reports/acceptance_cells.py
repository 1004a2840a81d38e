"""Pieces that several parts of the page of an acceptance run share."""

from math import log2

from amounts import amount
from html_text import Aligned, Markup, details, plural

ROWS_SHOWN, ROWS_UNFOLDED = 20, 300
WORDS = {"holds": "better", "falls short": "worse", "cannot tell": "unsure"}
SIGNS = {"holds": "✓", "falls short": "✗", "cannot tell": "?", "no requirements": "–"}


def in_part(rows, noun, make):
    """Shows the first rows, more of them unfolded, and how many more the result file holds. Paper
    shows the first rows only."""
    shown, more = rows[:ROWS_SHOWN], rows[ROWS_SHOWN:ROWS_UNFOLDED]
    if not more:
        return make(shown) if shown else ""
    left = len(rows) - ROWS_UNFOLDED
    rest = f"<p>The result file holds {plural(left, f'more {noun}')}.</p>" if left > 0 else ""
    title = plural(len(rows) - ROWS_SHOWN, f"more {noun}")
    return make(shown) + details(title, make(more) + rest, "more")


def interval_bar(value, low, high, word, text):
    """Draws an interval of ratios from a half to 2, logarithmically, with a line at 1."""
    x = lambda ratio: 60 + 56 * min(1, max(-1, log2(max(ratio, 0.01))))
    return (f'<svg class="interval {word}" viewBox="0 0 120 16" role="img" aria-label="{text}">'
            f'<title>{text}</title><path class="axis" d="M2 8H118M60 1V15"/>'
            f'<path class="range" d="M{x(low):.1f} 8H{x(high):.1f}"/>'
            f'<circle cx="{x(value):.1f}" cy="8" r="3"/></svg>')


def spread_cell(run, measurand):
    return Aligned(amount(run.spread(measurand).middle, measurand.unit))


def change_cells(change, unit):
    """Returns cells for a ratio, its picture, and a word."""
    word = change_word(change, unit)
    sign = word if word in ("worse", "better") else "soft"
    told = Markup(f'<span class="{sign}">{word}</span>')
    if change.low is None:
        return Aligned(f"{change.value:.3f}, one launch"), "–", told
    text = f"{change.value:.3f} [{change.low:.3f}, {change.high:.3f}]"
    return Aligned(text), Markup(interval_bar(*change, sign, text)), told


def change_word(change, unit):
    """Says worse or better only if the interval does not hold 1."""
    if not change.above_1() and not change.below_1():
        return "cannot be told"
    return "worse" if change.above_1() == (unit == "us") else "better"
