// Collectives that are not served: neighborhood collectives, and those with a datatype for each
// block.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::call_when_all_accessible;

extern "C" {

int MPI_Alltoallw(const void* send, const int* send_counts, const int* send_displacements,
                  const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                  const int* receive_displacements, const MPI_Datatype* receive_types,
                  MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Alltoallw, send, send_counts, send_displacements, send_types,
                                  receive, receive_counts, receive_displacements, receive_types,
                                  comm);
}

int MPI_Ialltoallw(const void* send, const int* send_counts, const int* send_displacements,
                   const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                   const int* receive_displacements, const MPI_Datatype* receive_types,
                   MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ialltoallw, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm, request);
}

int MPI_Neighbor_allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_allgather, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Neighbor_allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            const int* receive_counts, const int* displacements,
                            MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_allgatherv, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm);
}

int MPI_Neighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoall, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm);
}

int MPI_Neighbor_alltoallv(const void* send, const int* send_counts, const int* send_displacements,
                           MPI_Datatype send_type, void* receive, const int* receive_counts,
                           const int* receive_displacements, MPI_Datatype receive_type,
                           MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoallv, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm);
}

int MPI_Neighbor_alltoallw(const void* send, const int* send_counts,
                           const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                           void* receive, const int* receive_counts,
                           const MPI_Aint* receive_displacements, const MPI_Datatype* receive_types,
                           MPI_Comm comm) {
  return call_when_all_accessible(PMPI_Neighbor_alltoallw, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm);
}

int MPI_Ineighbor_allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                            MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_allgather, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Ineighbor_allgatherv(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, const int* receive_counts, const int* displacements,
                             MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_allgatherv, send, send_count, send_type, receive,
                                  receive_counts, displacements, receive_type, comm, request);
}

int MPI_Ineighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                           MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoall, send, send_count, send_type, receive,
                                  receive_count, receive_type, comm, request);
}

int MPI_Ineighbor_alltoallv(const void* send, const int* send_counts, const int* send_displacements,
                            MPI_Datatype send_type, void* receive, const int* receive_counts,
                            const int* receive_displacements, MPI_Datatype receive_type,
                            MPI_Comm comm, MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoallv, send, send_counts, send_displacements,
                                  send_type, receive, receive_counts, receive_displacements,
                                  receive_type, comm, request);
}

int MPI_Ineighbor_alltoallw(const void* send, const int* send_counts,
                            const MPI_Aint* send_displacements, const MPI_Datatype* send_types,
                            void* receive, const int* receive_counts,
                            const MPI_Aint* receive_displacements,
                            const MPI_Datatype* receive_types, MPI_Comm comm,
                            MPI_Request* request) {
  return call_when_all_accessible(PMPI_Ineighbor_alltoallw, send, send_counts, send_displacements,
                                  send_types, receive, receive_counts, receive_displacements,
                                  receive_types, comm, request);
}

}  // extern "C"
