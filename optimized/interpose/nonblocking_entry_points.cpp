// The non-blocking collective functions of MPI, as C programs call them.
#include <mpi.h>

#include "optimized/interpose/service.hpp"

using tutti::Collective;
using tutti::interpose::start;

extern "C" {

int MPI_Iallgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                   int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  return start({.collective = Collective::allgather,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iallgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                    MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::allgatherv,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = displacements,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::allreduce,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ialltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm,
                  MPI_Request* request) {
  return start({.collective = Collective::alltoall,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ialltoallv(const void* send, const int* send_counts, const int* send_displacements,
                   MPI_Datatype send_type, void* receive, const int* receive_counts,
                   const int* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  return start({.collective = Collective::alltoallv,
                .send = send,
                .send_counts = send_counts,
                .send_displacements = send_displacements,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = receive_displacements,
                .receive_type = receive_type,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::barrier, .comm = comm}, __builtin_return_address(0),
               request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  return start({.collective = Collective::bcast,
                .receive = buffer,
                .receive_count = count,
                .receive_type = type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iexscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::exscan,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Igather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                MPI_Request* request) {
  return start({.collective = Collective::gather,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Igatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 const int* receive_counts, const int* displacements, MPI_Datatype receive_type,
                 int root, MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::gatherv,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_counts = receive_counts,
                .receive_displacements = displacements,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ireduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::reduce,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ireduce_scatter(const void* send, void* receive, const int* counts, MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::reduce_scatter,
                .send = send,
                .receive = receive,
                .receive_counts = counts,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Ireduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::reduce_scatter_block,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::scan,
                .send = send,
                .receive = receive,
                .receive_count = count,
                .receive_type = type,
                .op = op,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iscatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                 int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return start({.collective = Collective::scatter,
                .send = send,
                .send_count = send_count,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

int MPI_Iscatterv(const void* send, const int* send_counts, const int* displacements,
                  MPI_Datatype send_type, void* receive, int receive_count,
                  MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  return start({.collective = Collective::scatterv,
                .send = send,
                .send_counts = send_counts,
                .send_displacements = displacements,
                .send_type = send_type,
                .receive = receive,
                .receive_count = receive_count,
                .receive_type = receive_type,
                .root = root,
                .comm = comm},
               __builtin_return_address(0), request);
}

}  // extern "C"
