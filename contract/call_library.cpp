#include "contract/call.hpp"

namespace tutti {
namespace {

/// The blocking collective functions of MPI, under their MPI_ or their PMPI_ names.
struct Blocking {
  decltype(&MPI_Allgather) allgather;
  decltype(&MPI_Allgatherv) allgatherv;
  decltype(&MPI_Allreduce) allreduce;
  decltype(&MPI_Alltoall) alltoall;
  decltype(&MPI_Alltoallv) alltoallv;
  decltype(&MPI_Barrier) barrier;
  decltype(&MPI_Bcast) bcast;
  decltype(&MPI_Exscan) exscan;
  decltype(&MPI_Gather) gather;
  decltype(&MPI_Gatherv) gatherv;
  decltype(&MPI_Reduce) reduce;
  decltype(&MPI_Reduce_scatter) reduce_scatter;
  decltype(&MPI_Reduce_scatter_block) reduce_scatter_block;
  decltype(&MPI_Scan) scan;
  decltype(&MPI_Scatter) scatter;
  decltype(&MPI_Scatterv) scatterv;
};

struct Nonblocking {
  decltype(&MPI_Iallgather) allgather;
  decltype(&MPI_Iallgatherv) allgatherv;
  decltype(&MPI_Iallreduce) allreduce;
  decltype(&MPI_Ialltoall) alltoall;
  decltype(&MPI_Ialltoallv) alltoallv;
  decltype(&MPI_Ibarrier) barrier;
  decltype(&MPI_Ibcast) bcast;
  decltype(&MPI_Iexscan) exscan;
  decltype(&MPI_Igather) gather;
  decltype(&MPI_Igatherv) gatherv;
  decltype(&MPI_Ireduce) reduce;
  decltype(&MPI_Ireduce_scatter) reduce_scatter;
  decltype(&MPI_Ireduce_scatter_block) reduce_scatter_block;
  decltype(&MPI_Iscan) scan;
  decltype(&MPI_Iscatter) scatter;
  decltype(&MPI_Iscatterv) scatterv;
};

const Blocking public_blocking{MPI_Allgather,
                               MPI_Allgatherv,
                               MPI_Allreduce,
                               MPI_Alltoall,
                               MPI_Alltoallv,
                               MPI_Barrier,
                               MPI_Bcast,
                               MPI_Exscan,
                               MPI_Gather,
                               MPI_Gatherv,
                               MPI_Reduce,
                               MPI_Reduce_scatter,
                               MPI_Reduce_scatter_block,
                               MPI_Scan,
                               MPI_Scatter,
                               MPI_Scatterv};
const Blocking profiling_blocking{PMPI_Allgather,
                                  PMPI_Allgatherv,
                                  PMPI_Allreduce,
                                  PMPI_Alltoall,
                                  PMPI_Alltoallv,
                                  PMPI_Barrier,
                                  PMPI_Bcast,
                                  PMPI_Exscan,
                                  PMPI_Gather,
                                  PMPI_Gatherv,
                                  PMPI_Reduce,
                                  PMPI_Reduce_scatter,
                                  PMPI_Reduce_scatter_block,
                                  PMPI_Scan,
                                  PMPI_Scatter,
                                  PMPI_Scatterv};
const Nonblocking public_nonblocking{MPI_Iallgather,
                                     MPI_Iallgatherv,
                                     MPI_Iallreduce,
                                     MPI_Ialltoall,
                                     MPI_Ialltoallv,
                                     MPI_Ibarrier,
                                     MPI_Ibcast,
                                     MPI_Iexscan,
                                     MPI_Igather,
                                     MPI_Igatherv,
                                     MPI_Ireduce,
                                     MPI_Ireduce_scatter,
                                     MPI_Ireduce_scatter_block,
                                     MPI_Iscan,
                                     MPI_Iscatter,
                                     MPI_Iscatterv};
const Nonblocking profiling_nonblocking{PMPI_Iallgather,
                                        PMPI_Iallgatherv,
                                        PMPI_Iallreduce,
                                        PMPI_Ialltoall,
                                        PMPI_Ialltoallv,
                                        PMPI_Ibarrier,
                                        PMPI_Ibcast,
                                        PMPI_Iexscan,
                                        PMPI_Igather,
                                        PMPI_Igatherv,
                                        PMPI_Ireduce,
                                        PMPI_Ireduce_scatter,
                                        PMPI_Ireduce_scatter_block,
                                        PMPI_Iscan,
                                        PMPI_Iscatter,
                                        PMPI_Iscatterv};

int call(const Blocking& mpi, const Call& c) {
  switch (c.collective) {
    case Collective::allgather:
      return mpi.allgather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                           c.receive_type, c.comm);
    case Collective::allgatherv:
      return mpi.allgatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                            c.receive_displacements, c.receive_type, c.comm);
    case Collective::allreduce:
      return mpi.allreduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::alltoall:
      return mpi.alltoall(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                          c.receive_type, c.comm);
    case Collective::alltoallv:
      return mpi.alltoallv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                           c.receive_counts, c.receive_displacements, c.receive_type, c.comm);
    case Collective::barrier:
      return mpi.barrier(c.comm);
    case Collective::bcast:
      return mpi.bcast(c.receive, c.receive_count, c.receive_type, c.root, c.comm);
    case Collective::exscan:
      return mpi.exscan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::gather:
      return mpi.gather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                        c.receive_type, c.root, c.comm);
    case Collective::gatherv:
      return mpi.gatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                         c.receive_displacements, c.receive_type, c.root, c.comm);
    case Collective::reduce:
      return mpi.reduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.root, c.comm);
    case Collective::reduce_scatter:
      return mpi.reduce_scatter(c.send, c.receive, c.receive_counts, c.receive_type, c.op, c.comm);
    case Collective::reduce_scatter_block:
      return mpi.reduce_scatter_block(c.send, c.receive, c.receive_count, c.receive_type, c.op,
                                      c.comm);
    case Collective::scan:
      return mpi.scan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm);
    case Collective::scatter:
      return mpi.scatter(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                         c.receive_type, c.root, c.comm);
    case Collective::scatterv:
      return mpi.scatterv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                          c.receive_count, c.receive_type, c.root, c.comm);
  }
  return MPI_ERR_OTHER;
}

int start(const Nonblocking& mpi, const Call& c, MPI_Request* request) {
  switch (c.collective) {
    case Collective::allgather:
      return mpi.allgather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                           c.receive_type, c.comm, request);
    case Collective::allgatherv:
      return mpi.allgatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                            c.receive_displacements, c.receive_type, c.comm, request);
    case Collective::allreduce:
      return mpi.allreduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm,
                           request);
    case Collective::alltoall:
      return mpi.alltoall(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                          c.receive_type, c.comm, request);
    case Collective::alltoallv:
      return mpi.alltoallv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                           c.receive_counts, c.receive_displacements, c.receive_type, c.comm,
                           request);
    case Collective::barrier:
      return mpi.barrier(c.comm, request);
    case Collective::bcast:
      return mpi.bcast(c.receive, c.receive_count, c.receive_type, c.root, c.comm, request);
    case Collective::exscan:
      return mpi.exscan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm, request);
    case Collective::gather:
      return mpi.gather(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                        c.receive_type, c.root, c.comm, request);
    case Collective::gatherv:
      return mpi.gatherv(c.send, c.send_count, c.send_type, c.receive, c.receive_counts,
                         c.receive_displacements, c.receive_type, c.root, c.comm, request);
    case Collective::reduce:
      return mpi.reduce(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.root, c.comm,
                        request);
    case Collective::reduce_scatter:
      return mpi.reduce_scatter(c.send, c.receive, c.receive_counts, c.receive_type, c.op, c.comm,
                                request);
    case Collective::reduce_scatter_block:
      return mpi.reduce_scatter_block(c.send, c.receive, c.receive_count, c.receive_type, c.op,
                                      c.comm, request);
    case Collective::scan:
      return mpi.scan(c.send, c.receive, c.receive_count, c.receive_type, c.op, c.comm, request);
    case Collective::scatter:
      return mpi.scatter(c.send, c.send_count, c.send_type, c.receive, c.receive_count,
                         c.receive_type, c.root, c.comm, request);
    case Collective::scatterv:
      return mpi.scatterv(c.send, c.send_counts, c.send_displacements, c.send_type, c.receive,
                          c.receive_count, c.receive_type, c.root, c.comm, request);
  }
  return MPI_ERR_OTHER;
}

}  // namespace

int call_library(const Call& c) { return call(public_blocking, c); }

int call_pmpi(const Call& c) { return call(profiling_blocking, c); }

int start_library(const Call& c, MPI_Request* request) {
  return start(public_nonblocking, c, request);
}

int start_pmpi(const Call& c, MPI_Request* request) {
  return start(profiling_nonblocking, c, request);
}

}  // namespace tutti
