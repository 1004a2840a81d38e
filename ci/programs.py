"""Runs collectives of mpi4py, on numpy's buffers and on pickled objects; rank 0 prints the results."""

import zlib

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, ranks = comm.rank, comm.size


def own(count):
    return np.arange(count, dtype="d") * (rank + 1)


def buffers(count):
    """Yields the name and the result of each collective at this rank."""
    mine, every = own(count), own(count * ranks)
    one, all_of_them = np.empty(count), np.empty(count * ranks)
    counts = [count] * ranks
    comm.Bcast(first := own(count), root=ranks - 1)
    yield "bcast", first
    comm.Allreduce(mine, one, op=MPI.SUM)
    yield "allreduce", one.copy()
    comm.Reduce(mine, one if rank == 0 else None, op=MPI.MAX, root=0)
    yield "reduce", one.copy()
    comm.Allgather(mine, all_of_them)
    yield "allgather", all_of_them.copy()
    comm.Allgatherv(mine, [all_of_them, counts])
    yield "allgatherv", all_of_them.copy()
    comm.Alltoall(every, all_of_them)
    yield "alltoall", all_of_them.copy()
    comm.Alltoallv([every, counts], [all_of_them, counts])
    yield "alltoallv", all_of_them.copy()
    comm.Gather(mine, all_of_them if rank == 0 else None, root=0)
    yield "gather", all_of_them.copy()
    comm.Gatherv(mine, [all_of_them, counts] if rank == 0 else None, root=0)
    yield "gatherv", all_of_them.copy()
    comm.Scatter(every if rank == 0 else None, one, root=0)
    yield "scatter", one.copy()
    comm.Scatterv([every, counts] if rank == 0 else None, one, root=0)
    yield "scatterv", one.copy()
    comm.Reduce_scatter(every, one, counts, op=MPI.SUM)
    yield "reduce_scatter", one.copy()
    comm.Reduce_scatter_block(every, one, op=MPI.SUM)
    yield "reduce_scatter_block", one.copy()
    comm.Scan(mine, one, op=MPI.SUM)
    yield "scan", one.copy()
    one[:] = 0
    comm.Exscan(mine, one, op=MPI.SUM)
    yield "exscan", one.copy()


def objects():
    thing = {"rank": rank, "text": "x" * 1000 * (rank + 1)}
    yield "bcast", comm.bcast(thing, root=1 % ranks)
    yield "gather", comm.gather(thing, root=0)
    yield "allgather", comm.allgather(thing)
    yield "scatter", comm.scatter([thing] * ranks if rank == 0 else None, root=0)
    yield "alltoall", comm.alltoall([thing] * ranks)
    yield "allreduce", comm.allreduce([rank])
    yield "scan", comm.scan(rank)


def main():
    results = [(f"{name} of {count}", values.tolist())
               for count in (1, 100, 50_000) for name, values in buffers(count)]
    results += [(f"{name} of objects", repr(value)) for name, value in objects()]
    comm.Barrier()
    for name, values in results:
        everybody = comm.gather(str(values), root=0)
        if rank == 0:
            print(name, [f"{len(text)} letters, {zlib.crc32(text.encode()):08x}" for text in everybody])


if __name__ == "__main__":
    main()
