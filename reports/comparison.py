"""Compares the launches of one run with those of another. A launch is one sample: what differs from
launch to launch is more than what differs within one."""

from math import exp, log, sqrt
from statistics import fmean, variance
from typing import NamedTuple, Optional

# Quantile 0.975 of Student's t distribution for 1, 2, ... degrees of freedom.
STUDENT_T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
             2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
             2.060, 2.056, 2.052, 2.048, 2.045, 2.042]


class Ratio(NamedTuple):
    """A ratio with its 95 % interval, which nobody knows (None) from a single launch."""

    value: float
    low: Optional[float]
    high: Optional[float]

    def above_1(self):
        return self.low is not None and self.low > 1

    def below_1(self):
        return self.high is not None and self.high < 1


def ratio(launches, others):
    """Returns the ratio of the geometric means of the figures of some launches and of others, by
    Welch's t interval of their logarithms."""
    a, b = ([log(figure) for figure in figures] for figures in (launches, others))
    difference = fmean(a) - fmean(b)
    if min(len(a), len(b)) < 2:
        return Ratio(exp(difference), None, None)
    shares = [variance(a) / len(a), variance(b) / len(b)]
    reach = student_t(degrees_of_freedom(shares, [len(a), len(b)])) * sqrt(sum(shares))
    return Ratio(exp(difference), exp(difference - reach), exp(difference + reach))


def degrees_of_freedom(shares, sizes):
    """Returns Welch's and Satterthwaite's degrees of freedom, rounded down."""
    weight = sum(share**2 / (size - 1) for share, size in zip(shares, sizes))
    return int(sum(shares)**2 / weight) if weight else sum(sizes) - 2


def student_t(freedom):
    return STUDENT_T[min(max(freedom, 1), len(STUDENT_T)) - 1]
