"""Computes regrets: the time of a map's choice over the least time measured at the same point."""

from statistics import median

DEFAULT = "mpi"


def regrets(loaded, sections):
    """Returns {collective: {(ranks, bytes): factor}} where the map's choice was measured."""
    sections = [s for s in sections if s.header["library_version"] == loaded.library
                and s.header["machine"] == loaded.machine]
    by_fits = {point_of(row): row["subject"] for section in sections
               for row in section.expectations if row["chosen"]} if loaded.fits else {}
    factors = {}
    for point, times in measured_times(loaded.target, sections).items():
        choice = by_rules(loaded.rules, point) or by_fits.get(point, DEFAULT)
        if choice in times:
            collective, ranks, size = point
            factors.setdefault(collective, {})[ranks, size] = times[choice] / min(times.values())
    return factors


def measured_times(target, sections):
    """Returns {point: {subject: median over launches}} for the subjects that a map can choose."""
    samples = {}
    for section in sections:
        for row in section.measurements:
            if row["subject"] == DEFAULT or is_of(target, row["subject"]):
                of_point = samples.setdefault(point_of(row), {})
                of_point.setdefault(row["subject"], []).append(row["time_us_median"])
    return {point: {subject: median(values) for subject, values in subjects.items()}
            for point, subjects in samples.items() if len(subjects) > 1}


def is_of(target, subject):
    """Returns whether the subject belongs to the target. Subjects of an MPI library begin with its
    name: mpich:bcast/binomial."""
    before_collective = subject.split("/", 1)[0]
    return before_collective.startswith(f"{target}:") if target != "tutti" \
        else "/" in subject and ":" not in before_collective


def by_rules(rules, point):
    collective, ranks, size = point
    for rule in rules:
        if rule.collective == collective and rule.ranks_begin <= ranks < rule.ranks_end and \
                rule.bytes_begin <= size < rule.bytes_end:
            return rule.protocol
    return None


def point_of(row):
    return row["collective"], row["ranks"], row["bytes"]
