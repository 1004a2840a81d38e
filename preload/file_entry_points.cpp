// Functions of MPI for files, as C programs call them. The library holds a lock while it reads or
// writes, so the buffers must be accessible before.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::wait_for_buffer;

extern "C" {

int MPI_File_read_at(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type,
                     MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at(file, offset, buffer, count, type, status);
}

int MPI_File_read_at_all(MPI_File file, MPI_Offset offset, void* buffer, int count,
                         MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at_all(file, offset, buffer, count, type, status);
}

int MPI_File_write_at(MPI_File file, MPI_Offset offset, const void* buffer, int count,
                      MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at(file, offset, buffer, count, type, status);
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset offset, const void* buffer, int count,
                          MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at_all(file, offset, buffer, count, type, status);
}

int MPI_File_iread_at(MPI_File file, MPI_Offset offset, void* buffer, int count, MPI_Datatype type,
                      MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_at(file, offset, buffer, count, type, request);
}

int MPI_File_iwrite_at(MPI_File file, MPI_Offset offset, const void* buffer, int count,
                       MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_at(file, offset, buffer, count, type, request);
}

int MPI_File_read(MPI_File file, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read(file, buffer, count, type, status);
}

int MPI_File_read_all(MPI_File file, void* buffer, int count, MPI_Datatype type,
                      MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_all(file, buffer, count, type, status);
}

int MPI_File_write(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                   MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write(file, buffer, count, type, status);
}

int MPI_File_write_all(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                       MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_all(file, buffer, count, type, status);
}

int MPI_File_iread(MPI_File file, void* buffer, int count, MPI_Datatype type,
                   MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread(file, buffer, count, type, request);
}

int MPI_File_iwrite(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                    MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite(file, buffer, count, type, request);
}

int MPI_File_read_shared(MPI_File file, void* buffer, int count, MPI_Datatype type,
                         MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_shared(file, buffer, count, type, status);
}

int MPI_File_write_shared(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                          MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_shared(file, buffer, count, type, status);
}

int MPI_File_iread_shared(MPI_File file, void* buffer, int count, MPI_Datatype type,
                          MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_shared(file, buffer, count, type, request);
}

int MPI_File_iwrite_shared(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                           MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_shared(file, buffer, count, type, request);
}

int MPI_File_read_ordered(MPI_File file, void* buffer, int count, MPI_Datatype type,
                          MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_ordered(file, buffer, count, type, status);
}

int MPI_File_write_ordered(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                           MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_ordered(file, buffer, count, type, status);
}

int MPI_File_read_at_all_begin(MPI_File file, MPI_Offset offset, void* buffer, int count,
                               MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at_all_begin(file, offset, buffer, count, type);
}

int MPI_File_write_at_all_begin(MPI_File file, MPI_Offset offset, const void* buffer, int count,
                                MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at_all_begin(file, offset, buffer, count, type);
}

int MPI_File_read_all_begin(MPI_File file, void* buffer, int count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_all_begin(file, buffer, count, type);
}

int MPI_File_write_all_begin(MPI_File file, const void* buffer, int count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_all_begin(file, buffer, count, type);
}

int MPI_File_read_ordered_begin(MPI_File file, void* buffer, int count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_ordered_begin(file, buffer, count, type);
}

int MPI_File_write_ordered_begin(MPI_File file, const void* buffer, int count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_ordered_begin(file, buffer, count, type);
}

int MPI_File_iread_at_all(MPI_File file, MPI_Offset offset, void* buffer, int count,
                          MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_at_all(file, offset, buffer, count, type, request);
}

int MPI_File_iwrite_at_all(MPI_File file, MPI_Offset offset, const void* buffer, int count,
                           MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_at_all(file, offset, buffer, count, type, request);
}

int MPI_File_iread_all(MPI_File file, void* buffer, int count, MPI_Datatype type,
                       MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_all(file, buffer, count, type, request);
}

int MPI_File_iwrite_all(MPI_File file, const void* buffer, int count, MPI_Datatype type,
                        MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_all(file, buffer, count, type, request);
}

}  // extern "C"
