#!/usr/bin/python3
"""Makes result directories of acceptance runs that never were, the same ones each time: n6 is slow,
and so is the link between n2 and n5. Makes testdata/acceptance/ without arguments.

    make_acceptance.py [DIR HOSTS [healthy]]
"""

import json
import random
import sys
from pathlib import Path

LAUNCHES = 3
SAMPLES = 4
SIZES = [8, 1024, 16384, 262144, 4194304]
LATENCY_US, BANDWIDTH, MEMORY_BANDWIDTH = 1.82, 12.1, 187.0
SLOW_NODE, SLOW_LINK = "n6", ("n2", "n5")
PAIRS_EACH = 24  # of a host, where there are too many for all pairs
ALL_PAIRS_MAX = 128
STAGES = {"drift": 0.4, "correct": 9.1, "nodes": 6.3, "pairs": 14.8, "collectives": 31.0,
          "load": 12.2}
FACTS = {"kernel": "6.1.0-28-amd64", "mpi": "MPICH 4.0.2", "ucx": "1.13.1", "cores": "64",
         "governor": "performance", "memory": "256 GiB", "huge_pages": "madvise",
         "clock_source": "tsc"}


class Machine:
    """Writes the rows of a run of which the names of slow hosts are known."""

    def __init__(self, hosts, healthy, seed):
        self.hosts = [f"n{number}" for number in range(1, hosts + 1)]
        self.slow_node = None if healthy or hosts < 6 else SLOW_NODE
        self.slow_link = None if healthy else SLOW_LINK if hosts > 4 else ("n2", "n3")
        self.healthy = healthy
        self.random = random.Random(seed)
        self.rows = []

    def add(self, row, /, **columns):
        self.rows.append({"row": row, **columns})

    def header(self, launch):
        self.add("header", tutti_results=1, kind="accept",
                 date=f"2026-11-{23 if self.healthy else 28}T06:0{launch}:00Z", launch=launch,
                 ranks=2 * len(self.hosts), library="mpich", library_version="MPICH Version: 4.0.2",
                 registry="r-0123", machine="example cluster",
                 machine_details={"hosts": self.hosts, "cores": 64, "processor": "A processor",
                                  "kernel": "Linux 6.1", "clock": "synchronized"},
                 environment={"UCX_TLS": "rc,self"}, library_details={},
                 command_line="tutti accept --suite quick --out acceptance")

    def figure(self, launch, measure, hosts, size, ranks, per_node, unit, value, load="idle"):
        noise = self.random.gauss(1, 0.008)
        samples = [float(f"{value * noise * self.random.gauss(1, 0.006):.4g}")
                   for _ in range(SAMPLES)]
        self.add("figure", measure=measure, hosts=list(hosts), bytes=size, ranks=ranks,
                 ranks_per_node=per_node, load=load, unit=unit, launch=launch, samples=samples)

    def stage(self, launch, name):
        self.add("stage", stage=name, state="done", launch=launch,
                 seconds=round(STAGES[name] * self.random.uniform(0.97, 1.03), 1))

    def facts(self, launch):
        odd = {} if self.healthy else {("n3", "kernel"): "6.1.0-27-amd64",
                                       (self.slow_node, "governor"): "powersave"}
        for host in self.hosts:
            for fact, value in FACTS.items():
                self.add("fact", host=host, fact=fact, value=odd.get((host, fact), value),
                         launch=launch)
        self.stage(launch, "drift")

    def proofs(self, launch):
        for collective in ("barrier", "bcast", "allreduce", "alltoall"):
            self.add("proof", collective=collective, cases=400, failures=0, failing_case="",
                     launch=launch)
        self.stage(launch, "correct")

    def nodes(self, launch):
        for host in self.hosts:
            slow = host == self.slow_node
            self.figure(launch, "memory_bandwidth", [host], 0, 64, 64, "GB/s",
                        MEMORY_BANDWIDTH * (0.71 if slow else 1))
            self.figure(launch, "allreduce", [host], 8, 64, 64, "us", 3.1 * (1.3 if slow else 1))
        self.stage(launch, "nodes")

    def measured_pairs(self):
        """Returns all pairs; on many hosts a drawn part, and all pairs of the slow node."""
        count = len(self.hosts)
        if count <= ALL_PAIRS_MAX:
            return [(a, b) for i, a in enumerate(self.hosts) for b in self.hosts[i + 1:]]
        steps = self.random.sample(range(1, count // 2), PAIRS_EACH // 2)
        pairs = {tuple(sorted((i, (i + step) % count))) for i in range(count) for step in steps}
        slow = self.hosts.index(SLOW_NODE)
        pairs |= {tuple(sorted((slow, i))) for i in range(count) if i != slow}
        pairs |= {tuple(self.hosts.index(host) for host in SLOW_LINK)}
        return [(self.hosts[a], self.hosts[b]) for a, b in sorted(pairs)]

    def pairs(self, launch, pairs):
        for pair in pairs:
            link, node = pair == self.slow_link, self.slow_node in pair
            self.figure(launch, "latency", pair, 8, 2, 1, "us", LATENCY_US * (2.1 if link else 1))
            self.figure(launch, "bandwidth", pair, 1048576, 2, 1, "GB/s",
                        BANDWIDTH * (0.5 if link else 0.52 if node else 1))
        if self.slow_node:
            self.finding(launch, "node", [self.slow_node], "bandwidth", 0.52, 1e-9)
            self.finding(launch, "node", [self.slow_node], "memory_bandwidth", 0.71, 1e-7)
        if self.slow_link:
            self.finding(launch, "link", self.slow_link, "bandwidth", 0.5, 3e-5)
            if launch > 1:
                self.finding(launch, "link", self.slow_link, "latency", 1 / 2.1, 4e-4)
        self.stage(launch, "pairs")

    def finding(self, launch, kind, hosts, measure, ratio, error):
        self.add("finding", kind=kind, hosts=list(hosts), measure=measure, launch=launch,
                 ratio=round(ratio, 4), ratio_low=round(ratio * 0.97, 4),
                 ratio_high=round(ratio * 1.03, 4), error_probability=error)

    def collectives(self, launch):
        count = len(self.hosts)
        for ranks, per_node in ((count, 1), (2 * count, 2)):
            self.figure(launch, "barrier", [], 0, ranks, per_node, "us", self.rounds(ranks))
            for size in SIZES:
                for measure, share in (("bcast", 1), ("allreduce", 2), ("alltoall", ranks)):
                    self.figure(launch, measure, [], size, ranks, per_node, "us",
                                self.collective(ranks, size * share))
        self.stage(launch, "collectives")

    def rounds(self, ranks):
        return LATENCY_US * max(1, (ranks - 1).bit_length()) * 1.3

    def collective(self, ranks, size):
        slow = 1 if self.healthy else 1.55
        return self.rounds(ranks) + size / (BANDWIDTH * 0.82 * 1000) * slow

    def load(self, launch):
        count = len(self.hosts)
        for measure, size, slower in (("allreduce", 8, 1.9), ("allreduce", 262144, 1.35),
                                      ("alltoall", 1024, 1.02)):
            share = count if measure == "alltoall" else 2
            self.figure(launch, measure, [], size, count, 1, "us",
                        self.collective(count, size * share) * slower, "congested")
        self.stage(launch, "load")

    def verdict(self, line, requirement, place, verdict, value, limit, unit, reason, needed=0):
        self.add("verdict", requirement=requirement, line=line, place=place, verdict=verdict,
                 value=value, low=round(value * 0.985, 4), high=round(value * 1.015, 4),
                 limit=limit, unit=unit, launches=LAUNCHES, launches_needed=needed, reason=reason)

    def verdicts(self, pairs):
        holds = "holds"
        for host in self.hosts:
            slow = host == self.slow_node
            self.verdict(4, "memory bandwidth of each node", f"node {host}",
                         "falls short" if slow else holds, 132.6 if slow else 186.8, 168.0, "GB/s",
                         "132.6 GB/s, at least 168 GB/s are required" if slow else "")
        for pair in pairs:
            slow = pair == self.slow_link or self.slow_node in pair
            value = 6.05 if pair == self.slow_link else 6.29 if slow else 12.1
            self.verdict(8, "bandwidth of each pair, 1 MiB", f"pair {pair[0]} {pair[1]}",
                         "falls short" if slow else holds, value, 11.0, "GB/s",
                         f"{value} GB/s, at least 11 GB/s are required" if slow else "")
        self.verdict(12, "allreduce of 8 bytes", "machine", holds, 7.1, 12.0, "us", "")
        self.verdict(16, "alltoall of 4 MiB against the baseline", "machine",
                     holds if self.healthy else "cannot tell", 5290.0, 5300.0, "us",
                     "" if self.healthy else "the interval holds the limit",
                     0 if self.healthy else 9)
        self.verdict(20, "barrier", "machine", holds, 7.1, 15.0, "us", "")

    def run(self):
        pairs = self.measured_pairs()
        for launch in range(1, LAUNCHES + 1):
            self.header(launch)
            for stage in (self.facts, self.proofs, self.nodes):
                stage(launch)
            self.pairs(launch, pairs)
            self.collectives(launch)
            self.load(launch)
        self.verdicts(pairs)
        return self.rows


def write(folder, hosts, healthy=False):
    """Writes accept.jsonl of a run into the folder. Returns its path."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = Machine(hosts, healthy, seed=hosts + healthy).run()
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    path = folder / "accept.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


if __name__ == "__main__":
    if len(sys.argv) > 2:
        write(sys.argv[1], int(sys.argv[2]), "healthy" in sys.argv)
    else:
        write(Path(__file__).parent / "acceptance", 8)
