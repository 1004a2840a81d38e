// Functions of MPI for point-to-point messages and packing, as Fortran programs call them under
// Open MPI.
#include "preload/fortran_wait_then_call.hpp"

using namespace tutti::preload::fortran;
using tutti::overlap::wait_until_all_accessible;

extern "C" {

void mpi_send_(void* buffer, In count, In type, In peer, In tag, In comm, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_send_>("mpi_send_")(buffer, count, type, peer, tag, comm, error);
}

void mpi_bsend_(void* buffer, In count, In type, In peer, In tag, In comm, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_bsend_>("mpi_bsend_")(buffer, count, type, peer, tag, comm, error);
}

void mpi_ssend_(void* buffer, In count, In type, In peer, In tag, In comm, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_ssend_>("mpi_ssend_")(buffer, count, type, peer, tag, comm, error);
}

void mpi_rsend_(void* buffer, In count, In type, In peer, In tag, In comm, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_rsend_>("mpi_rsend_")(buffer, count, type, peer, tag, comm, error);
}

void mpi_isend_(void* buffer, In count, In type, In peer, In tag, In comm, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_isend_>("mpi_isend_")(buffer, count, type, peer, tag, comm, request, error);
}

void mpi_ibsend_(void* buffer, In count, In type, In peer, In tag, In comm, Out request,
                 Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_ibsend_>("mpi_ibsend_")(buffer, count, type, peer, tag, comm, request, error);
}

void mpi_issend_(void* buffer, In count, In type, In peer, In tag, In comm, Out request,
                 Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_issend_>("mpi_issend_")(buffer, count, type, peer, tag, comm, request, error);
}

void mpi_irsend_(void* buffer, In count, In type, In peer, In tag, In comm, Out request,
                 Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_irsend_>("mpi_irsend_")(buffer, count, type, peer, tag, comm, request, error);
}

void mpi_recv_(void* buffer, In count, In type, In peer, In tag, In comm, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_recv_>("mpi_recv_")(buffer, count, type, peer, tag, comm, status, error);
}

void mpi_irecv_(void* buffer, In count, In type, In peer, In tag, In comm, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_irecv_>("mpi_irecv_")(buffer, count, type, peer, tag, comm, request, error);
}

void mpi_mrecv_(void* buffer, In count, In type, Out message, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_mrecv_>("mpi_mrecv_")(buffer, count, type, message, status, error);
}

void mpi_imrecv_(void* buffer, In count, In type, Out message, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_imrecv_>("mpi_imrecv_")(buffer, count, type, message, request, error);
}

void mpi_sendrecv_(void* send, In send_count, In send_type, In target, In send_tag, void* receive,
                   In receive_count, In receive_type, In source, In receive_tag, In comm,
                   Out status, Out error) {
  wait_for_buffer(send, send_count, send_type);
  wait_for_buffer(receive, receive_count, receive_type);
  next<mpi_sendrecv_>("mpi_sendrecv_")(send, send_count, send_type, target, send_tag, receive,
                                       receive_count, receive_type, source, receive_tag, comm,
                                       status, error);
}

void mpi_sendrecv_replace_(void* buffer, In count, In type, In target, In send_tag, In source,
                           In receive_tag, In comm, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_sendrecv_replace_>("mpi_sendrecv_replace_")(buffer, count, type, target, send_tag,
                                                       source, receive_tag, comm, status, error);
}

// MPI does not tell which memory a persistent request uses.
void mpi_start_(Out request, Out error) {
  wait_until_all_accessible();
  next<mpi_start_>("mpi_start_")(request, error);
}

void mpi_startall_(In count, Out requests, Out error) {
  wait_until_all_accessible();
  next<mpi_startall_>("mpi_startall_")(count, requests, error);
}

void mpi_pack_(void* buffer, In count, In type, void* packed, In bytes, Out position, In comm,
               Out error) {
  wait_for_bytes(packed, *bytes);
  wait_for_buffer(buffer, count, type);
  next<mpi_pack_>("mpi_pack_")(buffer, count, type, packed, bytes, position, comm, error);
}

void mpi_unpack_(void* packed, In bytes, Out position, void* buffer, In count, In type, In comm,
                 Out error) {
  wait_for_bytes(packed, *bytes);
  wait_for_buffer(buffer, count, type);
  next<mpi_unpack_>("mpi_unpack_")(packed, bytes, position, buffer, count, type, comm, error);
}

void mpi_pack_external_(void* representation, void* buffer, In count, In type, void* packed,
                        const MPI_Aint* bytes, MPI_Aint* position, Out error, int length) {
  wait_for_bytes(packed, *bytes);
  wait_for_buffer(buffer, count, type);
  next<mpi_pack_external_>("mpi_pack_external_")(representation, buffer, count, type, packed, bytes,
                                                 position, error, length);
}

void mpi_unpack_external_(void* representation, void* packed, const MPI_Aint* bytes,
                          MPI_Aint* position, void* buffer, In count, In type, Out error,
                          int length) {
  wait_for_bytes(packed, *bytes);
  wait_for_buffer(buffer, count, type);
  next<mpi_unpack_external_>("mpi_unpack_external_")(representation, packed, bytes, position,
                                                     buffer, count, type, error, length);
}

void mpi_reduce_local_(void* input, void* result, In count, In type, In op, Out error) {
  wait_for_buffer(input, count, type);
  wait_for_buffer(result, count, type);
  next<mpi_reduce_local_>("mpi_reduce_local_")(input, result, count, type, op, error);
}

}  // extern "C"
