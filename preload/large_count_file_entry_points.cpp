// Functions of MPI for files, with the large counts of MPI 4.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::wait_for_buffer;

extern "C" {

int MPI_File_read_at_c(MPI_File file, MPI_Offset offset, void* buffer, MPI_Count count,
                       MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at_c(file, offset, buffer, count, type, status);
}

int MPI_File_read_at_all_c(MPI_File file, MPI_Offset offset, void* buffer, MPI_Count count,
                           MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at_all_c(file, offset, buffer, count, type, status);
}

int MPI_File_write_at_c(MPI_File file, MPI_Offset offset, const void* buffer, MPI_Count count,
                        MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at_c(file, offset, buffer, count, type, status);
}

int MPI_File_write_at_all_c(MPI_File file, MPI_Offset offset, const void* buffer, MPI_Count count,
                            MPI_Datatype type, MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at_all_c(file, offset, buffer, count, type, status);
}

int MPI_File_iread_at_c(MPI_File file, MPI_Offset offset, void* buffer, MPI_Count count,
                        MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_at_c(file, offset, buffer, count, type, request);
}

int MPI_File_iwrite_at_c(MPI_File file, MPI_Offset offset, const void* buffer, MPI_Count count,
                         MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_at_c(file, offset, buffer, count, type, request);
}

int MPI_File_read_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                    MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_c(file, buffer, count, type, status);
}

int MPI_File_read_all_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                        MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_all_c(file, buffer, count, type, status);
}

int MPI_File_write_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                     MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_c(file, buffer, count, type, status);
}

int MPI_File_write_all_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                         MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_all_c(file, buffer, count, type, status);
}

int MPI_File_iread_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                     MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_c(file, buffer, count, type, request);
}

int MPI_File_iwrite_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                      MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_c(file, buffer, count, type, request);
}

int MPI_File_read_shared_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                           MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_shared_c(file, buffer, count, type, status);
}

int MPI_File_write_shared_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                            MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_shared_c(file, buffer, count, type, status);
}

int MPI_File_iread_shared_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                            MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_shared_c(file, buffer, count, type, request);
}

int MPI_File_iwrite_shared_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                             MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_shared_c(file, buffer, count, type, request);
}

int MPI_File_read_ordered_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                            MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_ordered_c(file, buffer, count, type, status);
}

int MPI_File_write_ordered_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                             MPI_Status* status) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_ordered_c(file, buffer, count, type, status);
}

int MPI_File_read_at_all_begin_c(MPI_File file, MPI_Offset offset, void* buffer, MPI_Count count,
                                 MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_at_all_begin_c(file, offset, buffer, count, type);
}

int MPI_File_write_at_all_begin_c(MPI_File file, MPI_Offset offset, const void* buffer,
                                  MPI_Count count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_at_all_begin_c(file, offset, buffer, count, type);
}

int MPI_File_read_all_begin_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_all_begin_c(file, buffer, count, type);
}

int MPI_File_write_all_begin_c(MPI_File file, const void* buffer, MPI_Count count,
                               MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_all_begin_c(file, buffer, count, type);
}

int MPI_File_read_ordered_begin_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_read_ordered_begin_c(file, buffer, count, type);
}

int MPI_File_write_ordered_begin_c(MPI_File file, const void* buffer, MPI_Count count,
                                   MPI_Datatype type) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_write_ordered_begin_c(file, buffer, count, type);
}

int MPI_File_iread_at_all_c(MPI_File file, MPI_Offset offset, void* buffer, MPI_Count count,
                            MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_at_all_c(file, offset, buffer, count, type, request);
}

int MPI_File_iwrite_at_all_c(MPI_File file, MPI_Offset offset, const void* buffer, MPI_Count count,
                             MPI_Datatype type, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_at_all_c(file, offset, buffer, count, type, request);
}

int MPI_File_iread_all_c(MPI_File file, void* buffer, MPI_Count count, MPI_Datatype type,
                         MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iread_all_c(file, buffer, count, type, request);
}

int MPI_File_iwrite_all_c(MPI_File file, const void* buffer, MPI_Count count, MPI_Datatype type,
                          MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  return PMPI_File_iwrite_all_c(file, buffer, count, type, request);
}

}  // extern "C"
