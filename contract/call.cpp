#include "contract/call.hpp"

namespace tutti {

int call_library(const Call& c) {
  switch (c.collective) {
    case Collective::allgather:
      return MPI_Allgather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                           c.receive_type, c.comm);
    case Collective::allgatherv:
      return MPI_Allgatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                            c.receive_displacements, c.receive_type, c.comm);
    case Collective::allreduce:
      return MPI_Allreduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::alltoall:
      return MPI_Alltoall(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                          c.receive_type, c.comm);
    case Collective::alltoallv:
      return MPI_Alltoallv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                           c.receive_counts, c.receive_displacements, c.receive_type, c.comm);
    case Collective::barrier:
      return MPI_Barrier(c.comm);
    case Collective::bcast:
      return MPI_Bcast(c.receive, c.receive_count, c.receive_type, c.root, c.comm);
    case Collective::exscan:
      return MPI_Exscan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::gather:
      return MPI_Gather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                        c.receive_type, c.root, c.comm);
    case Collective::gatherv:
      return MPI_Gatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                         c.receive_displacements, c.receive_type, c.root, c.comm);
    case Collective::reduce:
      return MPI_Reduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.root, c.comm);
    case Collective::reduce_scatter:
      return MPI_Reduce_scatter(c.send, c.receive, c.receive_counts, c.receive_type, c.op, c.comm);
    case Collective::reduce_scatter_block:
      return MPI_Reduce_scatter_block(c.send, c.receive, c.receive_count, c.receive_type, c.op,
                                      c.comm);
    case Collective::scan:
      return MPI_Scan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::scatter:
      return MPI_Scatter(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                         c.receive_type, c.root, c.comm);
    case Collective::scatterv:
      return MPI_Scatterv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                          c.receive_count, c.receive_type, c.root, c.comm);
  }
  return MPI_ERR_OTHER;
}

int start_library(const Call& c, MPI_Request* request) {
  switch (c.collective) {
    case Collective::allgather:
      return MPI_Iallgather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                            c.receive_type, c.comm, request);
    case Collective::allgatherv:
      return MPI_Iallgatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                             c.receive_displacements, c.receive_type, c.comm, request);
    case Collective::allreduce:
      return MPI_Iallreduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm,
                            request);
    case Collective::alltoall:
      return MPI_Ialltoall(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                           c.receive_type, c.comm, request);
    case Collective::alltoallv:
      return MPI_Ialltoallv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                            c.receive_counts, c.receive_displacements, c.receive_type, c.comm,
                            request);
    case Collective::barrier:
      return MPI_Ibarrier(c.comm, request);
    case Collective::bcast:
      return MPI_Ibcast(c.receive, c.receive_count, c.receive_type, c.root, c.comm, request);
    case Collective::exscan:
      return MPI_Iexscan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm, request);
    case Collective::gather:
      return MPI_Igather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                         c.receive_type, c.root, c.comm, request);
    case Collective::gatherv:
      return MPI_Igatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                          c.receive_displacements, c.receive_type, c.root, c.comm, request);
    case Collective::reduce:
      return MPI_Ireduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.root, c.comm,
                         request);
    case Collective::reduce_scatter:
      return MPI_Ireduce_scatter(c.send, c.receive, c.receive_counts, c.receive_type, c.op, c.comm,
                                 request);
    case Collective::reduce_scatter_block:
      return MPI_Ireduce_scatter_block(c.send, c.receive, c.receive_count, c.receive_type, c.op,
                                       c.comm, request);
    case Collective::scan:
      return MPI_Iscan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm, request);
    case Collective::scatter:
      return MPI_Iscatter(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                          c.receive_type, c.root, c.comm, request);
    case Collective::scatterv:
      return MPI_Iscatterv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                           c.receive_count, c.receive_type, c.root, c.comm, request);
  }
  return MPI_ERR_OTHER;
}

}  // namespace tutti
