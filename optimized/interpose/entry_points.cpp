// The collective functions of MPI, as C programs call them, and the two between which they may be
// called. Whatever is not served goes to the library's own, PMPI_*.
#include <mpi.h>

#include "optimized/interpose/service.hpp"

using tutti::Collective;
using tutti::interpose::serve;
using tutti::interpose::Service;

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS) Service::begin();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS) Service::begin();
  return code;
}

int MPI_Finalize() {
  Service::end();
  return PMPI_Finalize();
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve({.collective = Collective::allgather,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                   const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                   MPI_Comm comm) {
  return serve({.collective = Collective::allgatherv,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = displacements,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  return serve({.collective = Collective::allreduce,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve({.collective = Collective::alltoall,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Alltoallv(const void* send, const int* send_counts, const int* send_displacements,
                  MPI_Datatype send_type, void* receive, const int* receive_counts,
                  const int* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm) {
  return serve({.collective = Collective::alltoallv,
                .send = send,
                .send_counts = send_counts,
                .send_displacements = send_displacements,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = receive_displacements,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Barrier(MPI_Comm comm) {
  return serve({.collective = Collective::barrier, .comm = comm}, __builtin_return_address(0));
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve({.collective = Collective::bcast,
                .receive = buffer,
                .receive_count = count,
                .receive_type = type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm) {
  return serve({.collective = Collective::exscan,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
               int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve({.collective = Collective::gather,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                int root, MPI_Comm comm) {
  return serve({.collective = Collective::gatherv,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = displacements,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  return serve({.collective = Collective::reduce,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Reduce_scatter(const void* send, void* receive, const int* counts, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm) {
  return serve({.collective = Collective::reduce_scatter,
                .send = send,
                .receive = receive,
                .receive_counts = counts,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Reduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  return serve({.collective = Collective::reduce_scatter_block,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
             MPI_Comm comm) {
  return serve({.collective = Collective::scan,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve({.collective = Collective::scatter,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

int MPI_Scatterv(const void* send, const int* send_counts, const int* displacements,
                 MPI_Datatype send_type, void* receive, int receive_count,
                 MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return serve({.collective = Collective::scatterv,
                .send = send,
                .send_counts = send_counts,
                .send_displacements = displacements,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0));
}

}  // extern "C"
