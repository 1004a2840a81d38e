// Functions of MPI for point-to-point messages, as C programs call them.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::call_when_accessible;
using tutti::preload::call_when_all_accessible;
using tutti::preload::wait_for_buffer;

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return call_when_accessible(PMPI_Send, buffer, count, type, peer, tag, comm);
}

int MPI_Bsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return call_when_accessible(PMPI_Bsend, buffer, count, type, peer, tag, comm);
}

int MPI_Ssend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return call_when_accessible(PMPI_Ssend, buffer, count, type, peer, tag, comm);
}

int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return call_when_accessible(PMPI_Rsend, buffer, count, type, peer, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return call_when_accessible(PMPI_Isend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Ibsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return call_when_accessible(PMPI_Ibsend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return call_when_accessible(PMPI_Issend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Irsend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return call_when_accessible(PMPI_Irsend, buffer, count, type, peer, tag, comm, request);
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
             MPI_Status* status) {
  return call_when_accessible(PMPI_Recv, buffer, count, type, peer, tag, comm, status);
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return call_when_accessible(PMPI_Irecv, buffer, count, type, peer, tag, comm, request);
}

int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
              MPI_Status* status) {
  return call_when_accessible(PMPI_Mrecv, buffer, count, type, message, status);
}

int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Request* request) {
  return call_when_accessible(PMPI_Imrecv, buffer, count, type, message, request);
}

int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int target, int send_tag,
                 void* receive, int receive_count, MPI_Datatype receive_type, int source,
                 int receive_tag, MPI_Comm comm, MPI_Status* status) {
  wait_for_buffer(send, send_count, send_type);
  wait_for_buffer(receive, receive_count, receive_type);
  return PMPI_Sendrecv(send, send_count, send_type, target, send_tag, receive, receive_count,
                       receive_type, source, receive_tag, comm, status);
}

int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int target, int send_tag,
                         int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  return call_when_accessible(PMPI_Sendrecv_replace, buffer, count, type, target, send_tag, source,
                              receive_tag, comm, status);
}

// MPI does not tell which memory a persistent request uses.
int MPI_Start(MPI_Request* request) { return call_when_all_accessible(PMPI_Start, request); }

int MPI_Startall(int count, MPI_Request* requests) {
  return call_when_all_accessible(PMPI_Startall, count, requests);
}

}  // extern "C"
