"""Algorithm bandwidth and bus bandwidth of collectives, as nccl-tests defines them (PERFORMANCE.md
there): bus bandwidth is what the slowest link must have carried, so that it compares with the line
rate whatever the number of ranks."""

# The share of the message that crosses each rank's link. The message is what a rank ends up with,
# or begins with: of the collectives in BLOCKS, one block for each rank.
SHARES = {
    "bcast": lambda ranks: 1,
    "reduce": lambda ranks: 1,
    "allreduce": lambda ranks: 2 * (ranks - 1) / ranks,
    "allgather": lambda ranks: (ranks - 1) / ranks,
    "alltoall": lambda ranks: (ranks - 1) / ranks,
    "gather": lambda ranks: (ranks - 1) / ranks,
    "reduce_scatter": lambda ranks: (ranks - 1) / ranks,
    "reduce_scatter_block": lambda ranks: (ranks - 1) / ranks,
    "scatter": lambda ranks: (ranks - 1) / ranks,
}
BLOCKS = {"allgather", "alltoall", "gather", "reduce_scatter", "reduce_scatter_block", "scatter"}


def bandwidths(collective, ranks, size, time_us):
    """Returns algorithm and bus bandwidth in GB/s; None where they are not defined. The size is
    that of one block, or of the whole message of bcast, reduce and allreduce, in bytes."""
    if collective not in SHARES or size == 0:
        return None
    message = size * ranks if collective in BLOCKS else size
    algorithm = message / time_us / 1000
    return algorithm, algorithm * SHARES[collective](ranks)
