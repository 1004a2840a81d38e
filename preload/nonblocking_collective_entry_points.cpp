// The nonblocking collective functions of MPI, as C programs call them, and the functions that free
// handles which pending calls may use.
#include <mpi.h>

#include "preload/call_arguments.hpp"
#include "preload/collective_service.hpp"

using namespace tutti::preload;

extern "C" {

int MPI_Iallgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                   int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  return start(
      allgather_call(send, send_count, send_type, receive, receive_count, receive_type, comm),
      __builtin_return_address(0), request);
}

int MPI_Iallgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                    MPI_Comm comm, MPI_Request* request) {
  return start(allgatherv_call(send, send_count, send_type, receive, receive_counts, displacements,
                               receive_type, comm),
               __builtin_return_address(0), request);
}

int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  return start(allreduce_call(send, receive, count, type, op, comm), __builtin_return_address(0),
               request);
}

int MPI_Ialltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                  MPI_Request* request) {
  return start(
      alltoall_call(send, send_count, send_type, receive, receive_count, receive_type, comm),
      __builtin_return_address(0), request);
}

int MPI_Ialltoallv(const void* send, const int* send_counts, const int* send_displacements,
                   MPI_Datatype send_type, void* receive, const int* receive_counts,
                   const int* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  return start(alltoallv_call(send, send_counts, send_displacements, send_type, receive,
                              receive_counts, receive_displacements, receive_type, comm),
               __builtin_return_address(0), request);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return start(barrier_call(comm), __builtin_return_address(0), request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  return start(bcast_call(buffer, count, type, root, comm), __builtin_return_address(0), request);
}

int MPI_Iexscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return start(exscan_call(send, receive, count, type, op, comm), __builtin_return_address(0),
               request);
}

int MPI_Igather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                MPI_Request* request) {
  return start(
      gather_call(send, send_count, send_type, receive, receive_count, receive_type, root, comm),
      __builtin_return_address(0), request);
}

int MPI_Igatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                 int root, MPI_Comm comm, MPI_Request* request) {
  return start(gatherv_call(send, send_count, send_type, receive, receive_counts, displacements,
                            receive_type, root, comm),
               __builtin_return_address(0), request);
}

int MPI_Ireduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  return start(reduce_call(send, receive, count, type, op, root, comm), __builtin_return_address(0),
               request);
}

int MPI_Ireduce_scatter(const void* send, void* receive, const int* counts, MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return start(reduce_scatter_call(send, receive, counts, type, op, comm),
               __builtin_return_address(0), request);
}

int MPI_Ireduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return start(reduce_scatter_block_call(send, receive, count, type, op, comm),
               __builtin_return_address(0), request);
}

int MPI_Iscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return start(scan_call(send, receive, count, type, op, comm), __builtin_return_address(0),
               request);
}

int MPI_Iscatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return start(
      scatter_call(send, send_count, send_type, receive, receive_count, receive_type, root, comm),
      __builtin_return_address(0), request);
}

int MPI_Iscatterv(const void* send, const int* send_counts, const int* displacements,
                  MPI_Datatype send_type, void* receive, int receive_count,
                  MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  return start(scatterv_call(send, send_counts, displacements, send_type, receive, receive_count,
                             receive_type, root, comm),
               __builtin_return_address(0), request);
}

int MPI_Op_free(MPI_Op* op) { return free_op(op); }

int MPI_Type_free(MPI_Datatype* type) { return free_type(type); }

}  // extern "C"
