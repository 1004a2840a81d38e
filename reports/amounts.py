"""Writes numbers with their units."""

UNITS = {"us": "µs", "1": "×"}
NARROW_SPACE = "\u202f"  # between thousands, since a comma separates the ends of an interval


def number(value):
    """Writes three digits that count, without exponents of ten but for the smallest."""
    if isinstance(value, int) or value >= 100:
        text = f"{value:,.0f}" if value >= 10000 else f"{value:.0f}"
        return text.replace(",", NARROW_SPACE)
    if value and abs(value) < 0.001:
        return f"{value:.2g}"
    return f"{value:#.3g}".rstrip(".")


def amount(value, unit):
    """Writes `12.1 GB/s`; a dash for an unknown value."""
    if value is None:
        return "–"
    return f"{number(value)} {UNITS.get(unit, unit)}"


def amount_with_interval(value, low, high, unit):
    if value is None or low is None and high is None:
        return amount(value, unit)
    ends = ", ".join("–" if end is None else number(end) for end in (low, high))
    return f"{number(value)} [{ends}] {UNITS.get(unit, unit)}"


def probability(value):
    return "< 0.0001 %" if value < 1e-6 else f"≤ {100 * value:.2g} %"


def duration(seconds):
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
