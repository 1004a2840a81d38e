// Functions that MPI 4 adds for point-to-point messages: nonblocking send-receive, large counts and
// partitioned communication. Also packing with large counts.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::call_when_accessible;
using tutti::preload::call_when_all_accessible;
using tutti::preload::wait_for_buffer;

// Declared under a name of its own, since not every library declares `partitions` const.
extern "C" int pready_list(int count, const int* partitions,
                           MPI_Request request) __asm__("MPI_Pready_list");

extern "C" {

int MPI_Isendrecv(const void* send, int send_count, MPI_Datatype send_type, int target,
                  int send_tag, void* receive, int receive_count, MPI_Datatype receive_type,
                  int source, int receive_tag, MPI_Comm comm, MPI_Request* request) {
  wait_for_buffer(send, send_count, send_type);
  wait_for_buffer(receive, receive_count, receive_type);
  return PMPI_Isendrecv(send, send_count, send_type, target, send_tag, receive, receive_count,
                        receive_type, source, receive_tag, comm, request);
}

int MPI_Isendrecv_replace(void* buffer, int count, MPI_Datatype type, int target, int send_tag,
                          int source, int receive_tag, MPI_Comm comm, MPI_Request* request) {
  return call_when_accessible(PMPI_Isendrecv_replace, buffer, count, type, target, send_tag, source,
                              receive_tag, comm, request);
}

int MPI_Send_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
               MPI_Comm comm) {
  return call_when_accessible(PMPI_Send_c, buffer, count, type, peer, tag, comm);
}

int MPI_Bsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm) {
  return call_when_accessible(PMPI_Bsend_c, buffer, count, type, peer, tag, comm);
}

int MPI_Ssend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm) {
  return call_when_accessible(PMPI_Ssend_c, buffer, count, type, peer, tag, comm);
}

int MPI_Rsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm) {
  return call_when_accessible(PMPI_Rsend_c, buffer, count, type, peer, tag, comm);
}

int MPI_Isend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm comm, MPI_Request* request) {
  return call_when_accessible(PMPI_Isend_c, buffer, count, type, peer, tag, comm, request);
}

int MPI_Ibsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                 MPI_Comm comm, MPI_Request* request) {
  return call_when_accessible(PMPI_Ibsend_c, buffer, count, type, peer, tag, comm, request);
}

int MPI_Issend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                 MPI_Comm comm, MPI_Request* request) {
  return call_when_accessible(PMPI_Issend_c, buffer, count, type, peer, tag, comm, request);
}

int MPI_Irsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag,
                 MPI_Comm comm, MPI_Request* request) {
  return call_when_accessible(PMPI_Irsend_c, buffer, count, type, peer, tag, comm, request);
}

int MPI_Recv_c(void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Status* status) {
  return call_when_accessible(PMPI_Recv_c, buffer, count, type, peer, tag, comm, status);
}

int MPI_Irecv_c(void* buffer, MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                MPI_Request* request) {
  return call_when_accessible(PMPI_Irecv_c, buffer, count, type, peer, tag, comm, request);
}

int MPI_Mrecv_c(void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                MPI_Status* status) {
  return call_when_accessible(PMPI_Mrecv_c, buffer, count, type, message, status);
}

int MPI_Imrecv_c(void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                 MPI_Request* request) {
  return call_when_accessible(PMPI_Imrecv_c, buffer, count, type, message, request);
}

int MPI_Sendrecv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, int target,
                   int send_tag, void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                   int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  wait_for_buffer(send, send_count, send_type);
  wait_for_buffer(receive, receive_count, receive_type);
  return PMPI_Sendrecv_c(send, send_count, send_type, target, send_tag, receive, receive_count,
                         receive_type, source, receive_tag, comm, status);
}

int MPI_Sendrecv_replace_c(void* buffer, MPI_Count count, MPI_Datatype type, int target,
                           int send_tag, int source, int receive_tag, MPI_Comm comm,
                           MPI_Status* status) {
  return call_when_accessible(PMPI_Sendrecv_replace_c, buffer, count, type, target, send_tag,
                              source, receive_tag, comm, status);
}

int MPI_Isendrecv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, int target,
                    int send_tag, void* receive, MPI_Count receive_count, MPI_Datatype receive_type,
                    int source, int receive_tag, MPI_Comm comm, MPI_Request* request) {
  wait_for_buffer(send, send_count, send_type);
  wait_for_buffer(receive, receive_count, receive_type);
  return PMPI_Isendrecv_c(send, send_count, send_type, target, send_tag, receive, receive_count,
                          receive_type, source, receive_tag, comm, request);
}

int MPI_Isendrecv_replace_c(void* buffer, MPI_Count count, MPI_Datatype type, int target,
                            int send_tag, int source, int receive_tag, MPI_Comm comm,
                            MPI_Request* request) {
  return call_when_accessible(PMPI_Isendrecv_replace_c, buffer, count, type, target, send_tag,
                              source, receive_tag, comm, request);
}

int MPI_Pack_c(const void* buffer, MPI_Count count, MPI_Datatype type, void* packed,
               MPI_Count bytes, MPI_Count* position, MPI_Comm comm) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Pack_c(buffer, count, type, packed, bytes, position, comm);
}

int MPI_Unpack_c(const void* packed, MPI_Count bytes, MPI_Count* position, void* buffer,
                 MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Unpack_c(packed, bytes, position, buffer, count, type, comm);
}

int MPI_Pack_external_c(const char* representation, const void* buffer, MPI_Count count,
                        MPI_Datatype type, void* packed, MPI_Count bytes, MPI_Count* position) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Pack_external_c(representation, buffer, count, type, packed, bytes, position);
}

int MPI_Unpack_external_c(const char* representation, const void* packed, MPI_Count bytes,
                          MPI_Count* position, void* buffer, MPI_Count count, MPI_Datatype type) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Unpack_external_c(representation, packed, bytes, position, buffer, count, type);
}

int MPI_Reduce_local_c(const void* input, void* result, MPI_Count count, MPI_Datatype type,
                       MPI_Op op) {
  wait_for_buffer(input, count, type);
  wait_for_buffer(result, count, type);
  return PMPI_Reduce_local_c(input, result, count, type, op);
}

// MPI does not tell which memory a partitioned request uses.
int MPI_Pready(int partition, MPI_Request request) {
  return call_when_all_accessible(PMPI_Pready, partition, request);
}

int MPI_Pready_range(int first, int last, MPI_Request request) {
  return call_when_all_accessible(PMPI_Pready_range, first, last, request);
}

int pready_list(int count, const int* partitions, MPI_Request request) {
  return call_when_all_accessible(PMPI_Pready_list, count, const_cast<int*>(partitions), request);
}

}  // extern "C"
