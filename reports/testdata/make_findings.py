"""Makes results of verification for tests: what `tutti gate` writes, with any number of findings."""

import json
from pathlib import Path

COLLECTIVES = ["allgather", "allgatherv", "allreduce", "alltoall", "bcast", "exscan", "gather", "reduce",
               "reduce_scatter_block", "scan", "scatterv"]
STATUSES = ["new", "new", "new", "known", "known", "fixed", "untried", "note"]
OUTCOMES = [
    ("wrong", ["rank 0, operation 1 ({0}), repetition 1: rank 0: wrong_result at element 0: expected -877276042, "
               "got -1593208652 (and 3 more)",
               "rank 2, operation 1 ({0}), repetition 1: rank 2: guard_damaged at byte 28: expected 0x56, got 0x53 "
               "in the receive buffer"]),
    ("crashed", ["the process ended: rank 0 ended by signal 11, rank 1 ended by signal 11, rank 3 ended by exit: "
                 "Assertion failed in file src/mpi/coll/a_file_with_a_long_name_that_has_no_place_to_break.c at "
                 "line 2263: recvcounts[i] == recvcounts[i + 1]"]),
    ("hung", ["the case did not end: rank 0 inside operation 1 of repetition 1; rank 1 done, waiting for the others; "
              "rank 2 done, waiting for the others"]),
    ("wrong", ["rank 1, operation 1 ({0}), repetition 2: rank 1: mpi_error, got Message truncated, error stack: "
               "internal_Wait(89)...............: MPI_Wait(request=0x5575fc83d0a0, status=0x1) failed "
               "MPIR_Wait(902)..................:"]),
]
PROGRAM = """/* {0}: wrong result. Build: mpicc bug.c && mpiexec -n 4 ./a.out */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {{
  int wrong = 0;
  MPI_Init(&argc, &argv);
  /* ... */
  MPI_Finalize();
  return wrong;
}}
"""
LIBRARIES = ["MPICH Version: 5.0.0",
             "Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7, repo rev: v5.0.7, Feb 14, 2025"]


def finding(number):
    collective = COLLECTIVES[number % len(COLLECTIVES)]
    symptom, what = OUTCOMES[number % len(OUTCOMES)]
    status = STATUSES[number % len(STATUSES)]
    ranks = 2 + number % 7
    return {
        "status": status, "target": "mpi-forced" if number % 3 else "mpi", "ranks": ranks, "symptom": symptom,
        "what": [line.format(collective) for line in what] if status != "fixed" else [],
        "replay": f"tutti-case 1 subject=mpich:{collective}/binomial ranks={ranks} mode=persistent "
                  f"repetitions={number + 2} | {collective} root={ranks - 1} counts=1,2,3,0,0,0,0,0,0,0,0,0,0,0,9 "
                  "element=long_double receive_layouts=interleaved,hollow in_place=yes | barrier",
        "class": f"mpich:{collective}/binomial: counts=different, in_place=yes, mode=persistent",
        "reason": "reported, see our issue 17" if status in ("known", "fixed", "untried") else "",
        "c_program": PROGRAM.format(collective) if number % 2 == 0 else ""}


def gate(library, numbers):
    findings = [finding(number) for number in numbers]
    bad = any(each["status"] in ("new", "untried") for each in findings)
    return {"tutti_gate": 1, "library": library, "verdict": "fail" if bad else "pass", "strict": False,
            "findings": findings,
            "covered": {target: {"values": [412, 430], "pairs": [51234, 80123],
                                 "never_hit": ["op_on=affine on float128", "group=line", "type=MPI_REAL16"]}
                        for target in ("mpi", "mpi-forced")},
            "launches": [{"target": target, "ranks": ranks, "seed": ranks, "cases": 1000 * ranks, "seconds": 12.3,
                          "ended": "well" if ranks < 64 else "exceeded its time"}
                         for target in ("mpi", "mpi-forced") for ranks in (2, 3, 4, 5, 8, 16, 64)]}


def write(folder, count):
    """Writes results of gates of two libraries with so many findings in all."""
    folder = Path(folder)
    for place, library in enumerate(LIBRARIES):
        path = folder / f"gate{place}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(gate(library, range(place, count, len(LIBRARIES))), indent=1) + "\n",
                        encoding="utf-8")
