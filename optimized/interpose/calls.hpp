#pragma once

#include "contract/call.hpp"

/// Calls of the collectives, from the arguments of their C functions in their order.

namespace tutti::interpose {

inline Call allgather_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return {.collective = Collective::allgather,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .comm = comm};
}

inline Call allgatherv_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            const int* receive_counts, const int* receive_displacements,
                            MPI_Datatype receive_type, MPI_Comm comm) {
  return {.collective = Collective::allgatherv,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_counts = receive_counts,
          .receive_displacements = receive_displacements,
          .receive_type = receive_type,
          .comm = comm};
}

inline Call allreduce_call(const void* send, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Op op, MPI_Comm comm) {
  return {.collective = Collective::allreduce,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .comm = comm};
}

inline Call alltoall_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return {.collective = Collective::alltoall,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .comm = comm};
}

inline Call alltoallv_call(const void* send, const int* send_counts, const int* send_displacements,
                           MPI_Datatype send_type, void* receive, const int* receive_counts,
                           const int* receive_displacements, MPI_Datatype receive_type,
                           MPI_Comm comm) {
  return {.collective = Collective::alltoallv,
          .send = send,
          .send_counts = send_counts,
          .send_displacements = send_displacements,
          .send_type = send_type,
          .receive = receive,
          .receive_counts = receive_counts,
          .receive_displacements = receive_displacements,
          .receive_type = receive_type,
          .comm = comm};
}

inline Call barrier_call(MPI_Comm comm) {
  return {.collective = Collective::barrier, .comm = comm};
}

inline Call bcast_call(void* receive, int receive_count, MPI_Datatype receive_type, int root,
                       MPI_Comm comm) {
  return {.collective = Collective::bcast,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

inline Call exscan_call(const void* send, void* receive, int receive_count,
                        MPI_Datatype receive_type, MPI_Op op, MPI_Comm comm) {
  return {.collective = Collective::exscan,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .comm = comm};
}

inline Call gather_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                        int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return {.collective = Collective::gather,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

inline Call gatherv_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                         const int* receive_counts, const int* receive_displacements,
                         MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return {.collective = Collective::gatherv,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_counts = receive_counts,
          .receive_displacements = receive_displacements,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

inline Call reduce_call(const void* send, void* receive, int receive_count,
                        MPI_Datatype receive_type, MPI_Op op, int root, MPI_Comm comm) {
  return {.collective = Collective::reduce,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .root = root,
          .comm = comm};
}

inline Call reduce_scatter_call(const void* send, void* receive, const int* receive_counts,
                                MPI_Datatype receive_type, MPI_Op op, MPI_Comm comm) {
  return {.collective = Collective::reduce_scatter,
          .send = send,
          .receive = receive,
          .receive_counts = receive_counts,
          .receive_type = receive_type,
          .op = op,
          .comm = comm};
}

inline Call reduce_scatter_block_call(const void* send, void* receive, int receive_count,
                                      MPI_Datatype receive_type, MPI_Op op, MPI_Comm comm) {
  return {.collective = Collective::reduce_scatter_block,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .comm = comm};
}

inline Call scan_call(const void* send, void* receive, int receive_count, MPI_Datatype receive_type,
                      MPI_Op op, MPI_Comm comm) {
  return {.collective = Collective::scan,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .comm = comm};
}

inline Call scatter_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                         int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return {.collective = Collective::scatter,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

inline Call scatterv_call(const void* send, const int* send_counts, const int* send_displacements,
                          MPI_Datatype send_type, void* receive, int receive_count,
                          MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return {.collective = Collective::scatterv,
          .send = send,
          .send_counts = send_counts,
          .send_displacements = send_displacements,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

}  // namespace tutti::interpose
