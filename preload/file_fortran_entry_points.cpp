// Functions of MPI for files, as Fortran programs call them under Open MPI. Each waits until its
// buffer is accessible, and then calls the library's own.
#include "preload/fortran_wait_then_call.hpp"

using namespace tutti::preload::fortran;

extern "C" {

void mpi_file_read_at_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                       Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_at_>("mpi_file_read_at_")(file, offset, buffer, count, type, status, error);
}

void mpi_file_read_at_all_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                           Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_at_all_>("mpi_file_read_at_all_")(file, offset, buffer, count, type, status,
                                                       error);
}

void mpi_file_write_at_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                        Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_at_>("mpi_file_write_at_")(file, offset, buffer, count, type, status, error);
}

void mpi_file_write_at_all_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                            Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_at_all_>("mpi_file_write_at_all_")(file, offset, buffer, count, type, status,
                                                         error);
}

void mpi_file_iread_at_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                        Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iread_at_>("mpi_file_iread_at_")(file, offset, buffer, count, type, request, error);
}

void mpi_file_iwrite_at_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                         Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iwrite_at_>("mpi_file_iwrite_at_")(file, offset, buffer, count, type, request,
                                                   error);
}

void mpi_file_read_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_>("mpi_file_read_")(file, buffer, count, type, status, error);
}

void mpi_file_read_all_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_all_>("mpi_file_read_all_")(file, buffer, count, type, status, error);
}

void mpi_file_write_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_>("mpi_file_write_")(file, buffer, count, type, status, error);
}

void mpi_file_write_all_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_all_>("mpi_file_write_all_")(file, buffer, count, type, status, error);
}

void mpi_file_iread_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iread_>("mpi_file_iread_")(file, buffer, count, type, request, error);
}

void mpi_file_iwrite_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iwrite_>("mpi_file_iwrite_")(file, buffer, count, type, request, error);
}

void mpi_file_read_shared_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_shared_>("mpi_file_read_shared_")(file, buffer, count, type, status, error);
}

void mpi_file_write_shared_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_shared_>("mpi_file_write_shared_")(file, buffer, count, type, status, error);
}

void mpi_file_iread_shared_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iread_shared_>("mpi_file_iread_shared_")(file, buffer, count, type, request, error);
}

void mpi_file_iwrite_shared_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iwrite_shared_>("mpi_file_iwrite_shared_")(file, buffer, count, type, request,
                                                           error);
}

void mpi_file_read_ordered_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_ordered_>("mpi_file_read_ordered_")(file, buffer, count, type, status, error);
}

void mpi_file_write_ordered_(In file, void* buffer, In count, In type, Out status, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_ordered_>("mpi_file_write_ordered_")(file, buffer, count, type, status,
                                                           error);
}

void mpi_file_read_at_all_begin_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                                 Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_at_all_begin_>("mpi_file_read_at_all_begin_")(file, offset, buffer, count,
                                                                   type, error);
}

void mpi_file_write_at_all_begin_(In file, const MPI_Offset* offset, void* buffer, In count,
                                  In type, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_at_all_begin_>("mpi_file_write_at_all_begin_")(file, offset, buffer, count,
                                                                     type, error);
}

void mpi_file_read_all_begin_(In file, void* buffer, In count, In type, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_all_begin_>("mpi_file_read_all_begin_")(file, buffer, count, type, error);
}

void mpi_file_write_all_begin_(In file, void* buffer, In count, In type, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_all_begin_>("mpi_file_write_all_begin_")(file, buffer, count, type, error);
}

void mpi_file_read_ordered_begin_(In file, void* buffer, In count, In type, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_read_ordered_begin_>("mpi_file_read_ordered_begin_")(file, buffer, count, type,
                                                                     error);
}

void mpi_file_write_ordered_begin_(In file, void* buffer, In count, In type, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_write_ordered_begin_>("mpi_file_write_ordered_begin_")(file, buffer, count, type,
                                                                       error);
}

void mpi_file_iread_at_all_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                            Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iread_at_all_>("mpi_file_iread_at_all_")(file, offset, buffer, count, type, request,
                                                         error);
}

void mpi_file_iwrite_at_all_(In file, const MPI_Offset* offset, void* buffer, In count, In type,
                             Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iwrite_at_all_>("mpi_file_iwrite_at_all_")(file, offset, buffer, count, type,
                                                           request, error);
}

void mpi_file_iread_all_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iread_all_>("mpi_file_iread_all_")(file, buffer, count, type, request, error);
}

void mpi_file_iwrite_all_(In file, void* buffer, In count, In type, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_file_iwrite_all_>("mpi_file_iwrite_all_")(file, buffer, count, type, request, error);
}

}  // extern "C"
