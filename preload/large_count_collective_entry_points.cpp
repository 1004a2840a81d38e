// Collectives with the large counts of MPI 4, which are not served.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::call_when_all_accessible;

extern "C" {

int MPI_Allgather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                    MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Allgather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                     const MPI_Count* receive_counts, const MPI_Aint* displacements,
                     MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Allgatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm);
}

int MPI_Allreduce_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Allreduce_c, send, receive, count, type, op, comm);
}

int MPI_Alltoall_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                   MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Alltoall_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Alltoallv_c(const void* send, const MPI_Count* send_counts,
                    const MPI_Aint* send_displacements, MPI_Datatype send_type, void* receive,
                    const MPI_Count* receive_counts, const MPI_Aint* receive_displacements,
                    MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Alltoallv_c, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm);
}

int MPI_Alltoallw_c(const void* send, const MPI_Count* send_counts,
                    const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                    void* receive, const MPI_Count* receive_counts,
                    const MPI_Aint* receive_displacements, const MPI_Datatype* receive_types,
                    MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Alltoallw_c, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm);
}

int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Bcast_c, buffer, count, type, root, comm);
}

int MPI_Exscan_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Exscan_c, send, receive, count, type, op, comm);
}

int MPI_Gather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                 MPI_Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Gather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, root, comm);
}

int MPI_Gatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                  const MPI_Count* receive_counts, const MPI_Aint* displacements,
                  MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Gatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, root, comm);
}

int MPI_Reduce_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                 int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Reduce_c, send, receive, count, type, op, root, comm);
}

int MPI_Reduce_scatter_c(const void* send, void* receive, const MPI_Count* receive_counts,
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Reduce_scatter_c, send, receive, receive_counts, type, op,
                                  comm);
}

int MPI_Reduce_scatter_block_c(const void* send, void* receive, MPI_Count receive_count,
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Reduce_scatter_block_c, send, receive, receive_count, type,
                                  op, comm);
}

int MPI_Scan_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Scan_c, send, receive, count, type, op, comm);
}

int MPI_Scatter_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                  MPI_Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Scatter_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, root, comm);
}

int MPI_Scatterv_c(const void* send, const MPI_Count* send_counts, const MPI_Aint* displacements,
                   MPI_Datatype send_type, void* receive, MPI_Count receive_count,
                   MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Scatterv_c, send, send_counts, displacements, send_type,
                                  receive, receive_count, receive_type, root, comm);
}

int MPI_Iallgather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                     MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                     MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iallgather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Iallgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                      const MPI_Count* receive_counts, const MPI_Aint* displacements,
                      MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iallgatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm, request);
}

int MPI_Iallreduce_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iallreduce_c, send, receive, count, type, op, comm, request);
}

int MPI_Ialltoall_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                    MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                    MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ialltoall_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Ialltoallv_c(const void* send, const MPI_Count* send_counts,
                     const MPI_Aint* send_displacements, MPI_Datatype send_type, void* receive,
                     const MPI_Count* receive_counts, const MPI_Aint* receive_displacements,
                     MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ialltoallv_c, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm, request);
}

int MPI_Ialltoallw_c(const void* send, const MPI_Count* send_counts,
                     const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                     void* receive, const MPI_Count* receive_counts,
                     const MPI_Aint* receive_displacements, const MPI_Datatype* receive_types,
                     MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ialltoallw_c, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm, request);
}

int MPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ibcast_c, buffer, count, type, root, comm, request);
}

int MPI_Iexscan_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iexscan_c, send, receive, count, type, op, comm, request);
}

int MPI_Igather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                  MPI_Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                  MPI_Request* request) {
  return call_when_all_accessible(PMPI_Igather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, root, comm, request);
}

int MPI_Igatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                   const MPI_Count* receive_counts, const MPI_Aint* displacements,
                   MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Igatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, root, comm, request);
}

int MPI_Ireduce_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                  int root, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ireduce_c, send, receive, count, type, op, root, comm,
                                  request);
}

int MPI_Ireduce_scatter_c(const void* send, void* receive, const MPI_Count* receive_counts,
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ireduce_scatter_c, send, receive, receive_counts, type, op,
                                  comm, request);
}

int MPI_Ireduce_scatter_block_c(const void* send, void* receive, MPI_Count receive_count,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ireduce_scatter_block_c, send, receive, receive_count, type,
                                  op, comm, request);
}

int MPI_Iscan_c(const void* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iscan_c, send, receive, count, type, op, comm, request);
}

int MPI_Iscatter_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* receive,
                   MPI_Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                   MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iscatter_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, root, comm, request);
}

int MPI_Iscatterv_c(const void* send, const MPI_Count* send_counts, const MPI_Aint* displacements,
                    MPI_Datatype send_type, void* receive, MPI_Count receive_count,
                    MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Iscatterv_c, send, send_counts, displacements, send_type,
                                  receive, receive_count, receive_type, root, comm, request);
}

int MPI_Neighbor_allgather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                             void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                             MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_allgather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Neighbor_allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                              void* receive, const MPI_Count* receive_counts,
                              const MPI_Aint* displacements, MPI_Datatype receive_type,
                              MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_allgatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm);
}

int MPI_Neighbor_alltoall_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                            void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                            MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoall_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Neighbor_alltoallv_c(const void* send, const MPI_Count* send_counts,
                             const MPI_Aint* send_displacements, MPI_Datatype send_type,
                             void* receive, const MPI_Count* receive_counts,
                             const MPI_Aint* receive_displacements, MPI_Datatype receive_type,
                             MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoallv_c, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm);
}

int MPI_Neighbor_alltoallw_c(const void* send, const MPI_Count* send_counts,
                             const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                             void* receive, const MPI_Count* receive_counts,
                             const MPI_Aint* receive_displacements,
                             const MPI_Datatype* receive_types, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoallw_c, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm);
}

int MPI_Ineighbor_allgather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                              void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                              MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_allgather_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Ineighbor_allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                               void* receive, const MPI_Count* receive_counts,
                               const MPI_Aint* displacements, MPI_Datatype receive_type,
                               MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_allgatherv_c, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm, request);
}

int MPI_Ineighbor_alltoall_c(const void* send, MPI_Count send_count, MPI_Datatype send_type,
                             void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                             MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoall_c, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Ineighbor_alltoallv_c(const void* send, const MPI_Count* send_counts,
                              const MPI_Aint* send_displacements, MPI_Datatype send_type,
                              void* receive, const MPI_Count* receive_counts,
                              const MPI_Aint* receive_displacements, MPI_Datatype receive_type,
                              MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoallv_c, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm, request);
}

int MPI_Ineighbor_alltoallw_c(const void* send, const MPI_Count* send_counts,
                              const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                              void* receive, const MPI_Count* receive_counts,
                              const MPI_Aint* receive_displacements,
                              const MPI_Datatype* receive_types, MPI_Comm comm,
                              MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoallw_c, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm, request);
}

}  // extern "C"
