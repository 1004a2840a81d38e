"""Algorithm bandwidth and bus bandwidth of collectives, as nccl-tests defines them
(doc/PERFORMANCE.md there): algorithm bandwidth is the message over the time; bus bandwidth is what
the slowest link must have carried, so that it compares with the line rate whatever the number of
ranks."""

ROOTED_OR_IN_TURN = ("bcast", "reduce", "scan", "exscan")
EACH_TO_ALL = ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "gather", "gatherv",
               "reduce_scatter", "reduce_scatter_block", "scatter", "scatterv")
# The share of the message that crosses each rank's link. The message is what a rank ends up with,
# or begins with: of the collectives in BLOCKS, one block for each rank.
SHARES = {
    "allreduce": lambda ranks: 2 * (ranks - 1) / ranks,
    **{collective: lambda ranks: 1 for collective in ROOTED_OR_IN_TURN},
    **{collective: lambda ranks: (ranks - 1) / ranks for collective in EACH_TO_ALL},
}
BLOCKS = set(EACH_TO_ALL)


def bandwidths(collective, ranks, size, time_us):
    """Returns algorithm and bus bandwidth in GB/s; None where they are not defined. The size is
    that of one block, or of the whole message of collectives that are not in BLOCKS, in bytes."""
    if collective not in SHARES or size == 0:
        return None
    message = size * ranks if collective in BLOCKS else size
    algorithm = message / time_us / 1000
    return algorithm, algorithm * SHARES[collective](ranks)
