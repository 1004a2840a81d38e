// The blocking collective functions of MPI, as C programs call them, and the functions that
// initialize and finalize MPI. Calls that are not served go to the library's own functions, PMPI_*.
#include <mpi.h>

#include "preload/call_arguments.hpp"
#include "preload/collective_service.hpp"

using namespace tutti::preload;

extern "C" {

int MPI_Init(int* argc, char*** argv) { return initialize(argc, argv); }

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return initialize(argc, argv, required, provided);
}

int MPI_Finalize() {
  Service::end();
  return PMPI_Finalize();
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve(
      allgather_call(send, send_count, send_type, receive, receive_count, receive_type, comm),
      __builtin_return_address(0));
}

int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                   const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                   MPI_Comm comm) {
  return serve(allgatherv_call(send, send_count, send_type, receive, receive_counts, displacements,
                               receive_type, comm),
               __builtin_return_address(0));
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  return serve(allreduce_call(send, receive, count, type, op, comm), __builtin_return_address(0));
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve(
      alltoall_call(send, send_count, send_type, receive, receive_count, receive_type, comm),
      __builtin_return_address(0));
}

int MPI_Alltoallv(const void* send, const int* send_counts, const int* send_displacements,
                  MPI_Datatype send_type, void* receive, const int* receive_counts,
                  const int* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve(alltoallv_call(send, send_counts, send_displacements, send_type, receive,
                              receive_counts, receive_displacements, receive_type, comm),
               __builtin_return_address(0));
}

int MPI_Barrier(MPI_Comm comm) { return serve(barrier_call(comm), __builtin_return_address(0)); }

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve(bcast_call(buffer, count, type, root, comm), __builtin_return_address(0));
}

int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm) {
  return serve(exscan_call(send, receive, count, type, op, comm), __builtin_return_address(0));
}

int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
               int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve(
      gather_call(send, send_count, send_type, receive, receive_count, receive_type, root, comm),
      __builtin_return_address(0));
}

int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                int root, MPI_Comm comm) {
  return serve(gatherv_call(send, send_count, send_type, receive, receive_counts, displacements,
                            receive_type, root, comm),
               __builtin_return_address(0));
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  return serve(reduce_call(send, receive, count, type, op, root, comm),
               __builtin_return_address(0));
}

int MPI_Reduce_scatter(const void* send, void* receive, const int* counts, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm) {
  return serve(reduce_scatter_call(send, receive, counts, type, op, comm),
               __builtin_return_address(0));
}

int MPI_Reduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  return serve(reduce_scatter_block_call(send, receive, count, type, op, comm),
               __builtin_return_address(0));
}

int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
             MPI_Comm comm) {
  return serve(scan_call(send, receive, count, type, op, comm), __builtin_return_address(0));
}

int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve(
      scatter_call(send, send_count, send_type, receive, receive_count, receive_type, root, comm),
      __builtin_return_address(0));
}

int MPI_Scatterv(const void* send, const int* send_counts, const int* displacements,
                 MPI_Datatype send_type, void* receive, int receive_count,
                 MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve(scatterv_call(send, send_counts, displacements, send_type, receive, receive_count,
                             receive_type, root, comm),
               __builtin_return_address(0));
}

}  // extern "C"
