#pragma once

#include "contract/call.hpp"

/// Functions that make a Call from the arguments of a collective's C function, in the same order.

namespace tutti::preload {

/// Returns a call with one block to or from each rank, all of the same size.
inline Call blocks_call(Collective collective, const void* send, int send_count,
                        MPI_Datatype send_type, void* receive, int receive_count,
                        MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return {.collective = collective,
          .send = send,
          .send_count = send_count,
          .send_type = send_type,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .root = root,
          .comm = comm};
}

/// Returns a call with a block from each rank, each of its own size.
inline Call gathering_call(Collective collective, const void* send, int send_count,
                           MPI_Datatype send_type, void* receive, const int* receive_counts,
                           const int* receive_displacements, MPI_Datatype receive_type, int root,
                           MPI_Comm comm) {
  return {.collective = collective,
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

/// Returns a reduction with a single count.
inline Call reducing_call(Collective collective, const void* send, void* receive, int receive_count,
                          MPI_Datatype receive_type, MPI_Op op, int root, MPI_Comm comm) {
  return {.collective = collective,
          .send = send,
          .receive = receive,
          .receive_count = receive_count,
          .receive_type = receive_type,
          .op = op,
          .root = root,
          .comm = comm};
}

inline Call allgather_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return blocks_call(Collective::allgather, send, send_count, send_type, receive, receive_count,
                     receive_type, 0, comm);
}

inline Call allgatherv_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            const int* receive_counts, const int* receive_displacements,
                            MPI_Datatype receive_type, MPI_Comm comm) {
  return gathering_call(Collective::allgatherv, send, send_count, send_type, receive,
                        receive_counts, receive_displacements, receive_type, 0, comm);
}

inline Call allreduce_call(const void* send, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Op op, MPI_Comm comm) {
  return reducing_call(Collective::allreduce, send, receive, receive_count, receive_type, op, 0,
                       comm);
}

inline Call alltoall_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return blocks_call(Collective::alltoall, send, send_count, send_type, receive, receive_count,
                     receive_type, 0, comm);
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
  return reducing_call(Collective::exscan, send, receive, receive_count, receive_type, op, 0, comm);
}

inline Call gather_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                        int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return blocks_call(Collective::gather, send, send_count, send_type, receive, receive_count,
                     receive_type, root, comm);
}

inline Call gatherv_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                         const int* receive_counts, const int* receive_displacements,
                         MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return gathering_call(Collective::gatherv, send, send_count, send_type, receive, receive_counts,
                        receive_displacements, receive_type, root, comm);
}

inline Call reduce_call(const void* send, void* receive, int receive_count,
                        MPI_Datatype receive_type, MPI_Op op, int root, MPI_Comm comm) {
  return reducing_call(Collective::reduce, send, receive, receive_count, receive_type, op, root,
                       comm);
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
  return reducing_call(Collective::reduce_scatter_block, send, receive, receive_count, receive_type,
                       op, 0, comm);
}

inline Call scan_call(const void* send, void* receive, int receive_count, MPI_Datatype receive_type,
                      MPI_Op op, MPI_Comm comm) {
  return reducing_call(Collective::scan, send, receive, receive_count, receive_type, op, 0, comm);
}

inline Call scatter_call(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                         int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  return blocks_call(Collective::scatter, send, send_count, send_type, receive, receive_count,
                     receive_type, root, comm);
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

}  // namespace tutti::preload
