// Functions of MPI for windows and one-sided communication, with the large counts of MPI 4.
#include <mpi.h>

#include "preload/wait_then_call.hpp"
#include "preload/window_memory.hpp"

using tutti::overlap::wait_until_all_accessible;
using tutti::preload::call_when_accessible;
using tutti::preload::wait_for_buffer;
using tutti::preload::window_memory_added;

extern "C" {

int MPI_Win_create_c(void* base, MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win* window) {
  wait_until_all_accessible();
  return window_memory_added(PMPI_Win_create_c(base, bytes, unit, info, comm, window), window);
}

int MPI_Win_allocate_c(MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
                       MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_c(bytes, unit, info, comm, base, window), window);
}

int MPI_Win_allocate_shared_c(MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                              void* base, MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_shared_c(bytes, unit, info, comm, base, window),
                             window);
}

int MPI_Put_c(const void* buffer, MPI_Count count, MPI_Datatype type, int target,
              MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
              MPI_Win window) {
  return call_when_accessible(PMPI_Put_c, buffer, count, type, target, displacement, target_count,
                              target_type, window);
}

int MPI_Get_c(void* buffer, MPI_Count count, MPI_Datatype type, int target, MPI_Aint displacement,
              MPI_Count target_count, MPI_Datatype target_type, MPI_Win window) {
  return call_when_accessible(PMPI_Get_c, buffer, count, type, target, displacement, target_count,
                              target_type, window);
}

int MPI_Accumulate_c(const void* buffer, MPI_Count count, MPI_Datatype type, int target,
                     MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                     MPI_Op op, MPI_Win window) {
  return call_when_accessible(PMPI_Accumulate_c, buffer, count, type, target, displacement,
                              target_count, target_type, op, window);
}

int MPI_Get_accumulate_c(const void* buffer, MPI_Count count, MPI_Datatype type, void* result,
                         MPI_Count result_count, MPI_Datatype result_type, int target,
                         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                         MPI_Op op, MPI_Win window) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  return PMPI_Get_accumulate_c(buffer, count, type, result, result_count, result_type, target,
                               displacement, target_count, target_type, op, window);
}

int MPI_Rput_c(const void* buffer, MPI_Count count, MPI_Datatype type, int target,
               MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
               MPI_Win window, MPI_Request* request) {
  return call_when_accessible(PMPI_Rput_c, buffer, count, type, target, displacement, target_count,
                              target_type, window, request);
}

int MPI_Rget_c(void* buffer, MPI_Count count, MPI_Datatype type, int target, MPI_Aint displacement,
               MPI_Count target_count, MPI_Datatype target_type, MPI_Win window,
               MPI_Request* request) {
  return call_when_accessible(PMPI_Rget_c, buffer, count, type, target, displacement, target_count,
                              target_type, window, request);
}

int MPI_Raccumulate_c(const void* buffer, MPI_Count count, MPI_Datatype type, int target,
                      MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                      MPI_Op op, MPI_Win window, MPI_Request* request) {
  return call_when_accessible(PMPI_Raccumulate_c, buffer, count, type, target, displacement,
                              target_count, target_type, op, window, request);
}

int MPI_Rget_accumulate_c(const void* buffer, MPI_Count count, MPI_Datatype type, void* result,
                          MPI_Count result_count, MPI_Datatype result_type, int target,
                          MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                          MPI_Op op, MPI_Win window, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  return PMPI_Rget_accumulate_c(buffer, count, type, result, result_count, result_type, target,
                                displacement, target_count, target_type, op, window, request);
}

}  // extern "C"
