// Collectives that are not served, as Fortran programs call them under Open MPI.
#include "preload/fortran_wait_then_call.hpp"

using namespace tutti::preload::fortran;
using tutti::overlap::wait_until_all_accessible;

extern "C" {

void mpi_alltoallw_(void* send, In send_counts, In send_displacements, In send_types, void* receive,
                    In receive_counts, In receive_displacements, In receive_types, In comm,
                    Out error) {
  wait_until_all_accessible();
  next<mpi_alltoallw_>("mpi_alltoallw_")(send, send_counts, send_displacements, send_types, receive,
                                         receive_counts, receive_displacements, receive_types, comm,
                                         error);
}

void mpi_ialltoallw_(void* send, In send_counts, In send_displacements, In send_types,
                     void* receive, In receive_counts, In receive_displacements, In receive_types,
                     In comm, Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ialltoallw_>("mpi_ialltoallw_")(send, send_counts, send_displacements, send_types,
                                           receive, receive_counts, receive_displacements,
                                           receive_types, comm, request, error);
}

void mpi_neighbor_allgather_(void* send, In send_count, In send_type, void* receive,
                             In receive_count, In receive_type, In comm, Out error) {
  wait_until_all_accessible();
  next<mpi_neighbor_allgather_>("mpi_neighbor_allgather_")(
      send, send_count, send_type, receive, receive_count, receive_type, comm, error);
}

void mpi_neighbor_allgatherv_(void* send, In send_count, In send_type, void* receive,
                              In receive_counts, In displacements, In receive_type, In comm,
                              Out error) {
  wait_until_all_accessible();
  next<mpi_neighbor_allgatherv_>("mpi_neighbor_allgatherv_")(send, send_count, send_type, receive,
                                                             receive_counts, displacements,
                                                             receive_type, comm, error);
}

void mpi_neighbor_alltoall_(void* send, In send_count, In send_type, void* receive,
                            In receive_count, In receive_type, In comm, Out error) {
  wait_until_all_accessible();
  next<mpi_neighbor_alltoall_>("mpi_neighbor_alltoall_")(send, send_count, send_type, receive,
                                                         receive_count, receive_type, comm, error);
}

void mpi_neighbor_alltoallv_(void* send, In send_counts, In send_displacements, In send_type,
                             void* receive, In receive_counts, In receive_displacements,
                             In receive_type, In comm, Out error) {
  wait_until_all_accessible();
  next<mpi_neighbor_alltoallv_>("mpi_neighbor_alltoallv_")(
      send, send_counts, send_displacements, send_type, receive, receive_counts,
      receive_displacements, receive_type, comm, error);
}

void mpi_neighbor_alltoallw_(void* send, In send_counts, const MPI_Aint* send_displacements,
                             In send_types, void* receive, In receive_counts,
                             const MPI_Aint* receive_displacements, In receive_types, In comm,
                             Out error) {
  wait_until_all_accessible();
  next<mpi_neighbor_alltoallw_>("mpi_neighbor_alltoallw_")(
      send, send_counts, send_displacements, send_types, receive, receive_counts,
      receive_displacements, receive_types, comm, error);
}

void mpi_ineighbor_allgather_(void* send, In send_count, In send_type, void* receive,
                              In receive_count, In receive_type, In comm, Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ineighbor_allgather_>("mpi_ineighbor_allgather_")(
      send, send_count, send_type, receive, receive_count, receive_type, comm, request, error);
}

void mpi_ineighbor_allgatherv_(void* send, In send_count, In send_type, void* receive,
                               In receive_counts, In displacements, In receive_type, In comm,
                               Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ineighbor_allgatherv_>("mpi_ineighbor_allgatherv_")(send, send_count, send_type, receive,
                                                               receive_counts, displacements,
                                                               receive_type, comm, request, error);
}

void mpi_ineighbor_alltoall_(void* send, In send_count, In send_type, void* receive,
                             In receive_count, In receive_type, In comm, Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ineighbor_alltoall_>("mpi_ineighbor_alltoall_")(
      send, send_count, send_type, receive, receive_count, receive_type, comm, request, error);
}

void mpi_ineighbor_alltoallv_(void* send, In send_counts, In send_displacements, In send_type,
                              void* receive, In receive_counts, In receive_displacements,
                              In receive_type, In comm, Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ineighbor_alltoallv_>("mpi_ineighbor_alltoallv_")(
      send, send_counts, send_displacements, send_type, receive, receive_counts,
      receive_displacements, receive_type, comm, request, error);
}

void mpi_ineighbor_alltoallw_(void* send, In send_counts, const MPI_Aint* send_displacements,
                              In send_types, void* receive, In receive_counts,
                              const MPI_Aint* receive_displacements, In receive_types, In comm,
                              Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_ineighbor_alltoallw_>("mpi_ineighbor_alltoallw_")(
      send, send_counts, send_displacements, send_types, receive, receive_counts,
      receive_displacements, receive_types, comm, request, error);
}

}  // extern "C"
