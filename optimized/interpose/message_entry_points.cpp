// Functions of MPI that read or write memory of the program and are none of the collectives that are
// served. What they are given is open before they begin: a library that waited for closed pages would
// hold locks, or wait in another process that reads them from there.
#include <mpi.h>

#include <type_traits>

#include "contract/mpi_error.hpp"
#include "optimized/overlap/buffers.hpp"
#include "optimized/overlap/memory_events.hpp"

namespace {

/// What is wrong with the arguments the library says itself.
void open(const void* address, std::int64_t count, MPI_Datatype type) try {
  tutti::overlap::wait_until_open(address, count, type);
} catch (const tutti::MpiError&) {
}

template <class Buffer, class Count, class... Rest>
int once_open(int (*beneath)(Buffer*, Count, MPI_Datatype, Rest...),
              std::type_identity_t<Buffer>* buffer, std::type_identity_t<Count> count,
              MPI_Datatype type, std::type_identity_t<Rest>... rest) {
  open(buffer, count, type);
  return beneath(buffer, count, type, rest...);
}

template <class... Arguments>
int once_all_open(int (*beneath)(Arguments...), std::type_identity_t<Arguments>... arguments) {
  tutti::overlap::wait_until_all_open();
  return beneath(arguments...);
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return once_open(PMPI_Send, buffer, count, type, peer, tag, comm);
}

int MPI_Bsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return once_open(PMPI_Bsend, buffer, count, type, peer, tag, comm);
}

int MPI_Ssend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return once_open(PMPI_Ssend, buffer, count, type, peer, tag, comm);
}

int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return once_open(PMPI_Rsend, buffer, count, type, peer, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return once_open(PMPI_Isend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Ibsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return once_open(PMPI_Ibsend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return once_open(PMPI_Issend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Irsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return once_open(PMPI_Irsend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
             MPI_Status* status) {
  return once_open(PMPI_Recv, buffer, count, type, peer, tag, comm, status);
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return once_open(PMPI_Irecv, buffer, count, type, peer, tag, comm, request);
}

int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
              MPI_Status* status) {
  return once_open(PMPI_Mrecv, buffer, count, type, message, status);
}

int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Request* request) {
  return once_open(PMPI_Imrecv, buffer, count, type, message, request);
}

int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int target, int send_tag,
                 void* receive, int receive_count, MPI_Datatype receive_type, int source,
                 int receive_tag, MPI_Comm comm, MPI_Status* status) {
  open(send, send_count, send_type);
  open(receive, receive_count, receive_type);
  return PMPI_Sendrecv(send, send_count, send_type, target, send_tag, receive, receive_count,
                       receive_type, source, receive_tag, comm, status);
}

int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int target, int send_tag,
                         int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  return once_open(PMPI_Sendrecv_replace, buffer, count, type, target, send_tag, source,
                   receive_tag, comm, status);
}

// Of persistent requests MPI does not tell which memory they use.
int MPI_Start(MPI_Request* request) { return once_all_open(PMPI_Start, request); }

int MPI_Startall(int count, MPI_Request* requests) {
  return once_all_open(PMPI_Startall, count, requests);
}

int MPI_Put(const void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
  return once_open(PMPI_Put, buffer, count, type, target, displacement, target_count, target_type,
                   window);
}

int MPI_Get(void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
  return once_open(PMPI_Get, buffer, count, type, target, displacement, target_count, target_type,
                   window);
}

int MPI_Accumulate(const void* buffer, int count, MPI_Datatype type, int target,
                   MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                   MPI_Win window) {
  return once_open(PMPI_Accumulate, buffer, count, type, target, displacement, target_count,
                   target_type, op, window);
}

int MPI_Get_accumulate(const void* buffer, int count, MPI_Datatype type, void* result,
                       int result_count, MPI_Datatype result_type, int target,
                       MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                       MPI_Win window) {
  open(result, result_count, result_type);
  return once_open(PMPI_Get_accumulate, buffer, count, type, result, result_count, result_type,
                   target, displacement, target_count, target_type, op, window);
}

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* window) {
  return once_all_open(PMPI_Win_create, base, bytes, unit, info, comm, window);
}

int MPI_Pack(const void* buffer, int count, MPI_Datatype type, void* packed, int bytes,
             int* position, MPI_Comm comm) {
  open(packed, bytes, MPI_BYTE);
  return once_open(PMPI_Pack, buffer, count, type, packed, bytes, position, comm);
}

int MPI_Unpack(const void* packed, int bytes, int* position, void* buffer, int count,
               MPI_Datatype type, MPI_Comm comm) {
  open(packed, bytes, MPI_BYTE);
  open(buffer, count, type);
  return PMPI_Unpack(packed, bytes, position, buffer, count, type, comm);
}

int MPI_Reduce_local(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op) {
  open(input, count, type);
  open(result, count, type);
  return PMPI_Reduce_local(input, result, count, type, op);
}

int MPI_Alltoallw(const void* send, const int* send_counts, const int* send_displacements,
                  const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                  const int* receive_displacements, const MPI_Datatype* receive_types,
                  MPI_Comm comm) {
  return once_all_open(PMPI_Alltoallw, send, send_counts, send_displacements, send_types, receive,
                       receive_counts, receive_displacements, receive_types, comm);
}

int MPI_Ialltoallw(const void* send, const int* send_counts, const int* send_displacements,
                   const MPI_Datatype* send_types, void* receive, const int* receive_counts,
                   const int* receive_displacements, const MPI_Datatype* receive_types,
                   MPI_Comm comm, MPI_Request* request) {
  return once_all_open(PMPI_Ialltoallw, send, send_counts, send_displacements, send_types, receive,
                       receive_counts, receive_displacements, receive_types, comm, request);
}

int MPI_Neighbor_allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return once_all_open(PMPI_Neighbor_allgather, send, send_count, send_type, receive, receive_count,
                       receive_type, comm);
}

int MPI_Neighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
  return once_all_open(PMPI_Neighbor_alltoall, send, send_count, send_type, receive, receive_count,
                       receive_type, comm);
}

}  // extern "C"
