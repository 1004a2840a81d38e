// Functions of MPI for windows and one-sided communication, as C programs call them.
#include <mpi.h>

#include "preload/wait_then_call.hpp"
#include "preload/window_memory.hpp"

using tutti::overlap::wait_until_all_accessible;
using tutti::preload::call_when_accessible;
using tutti::preload::wait_for_buffer;
using tutti::preload::window_memory_added;
using tutti::preload::window_memory_removed;

extern "C" {

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* window) {
  wait_until_all_accessible();
  return window_memory_added(PMPI_Win_create(base, bytes, unit, info, comm, window), window);
}

int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate(bytes, unit, info, comm, base, window), window);
}

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                            MPI_Win* window) {
  return window_memory_added(PMPI_Win_allocate_shared(bytes, unit, info, comm, base, window),
                             window);
}

int MPI_Win_attach(MPI_Win window, void* base, MPI_Aint bytes) {
  wait_for_buffer(base, bytes, MPI_BYTE);
  return window_memory_added(PMPI_Win_attach(window, base, bytes), window, base, bytes);
}

int MPI_Win_detach(MPI_Win window, const void* base) {
  window_memory_removed(window, base);
  return PMPI_Win_detach(window, base);
}

int MPI_Put(const void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
  return call_when_accessible(PMPI_Put, buffer, count, type, target, displacement, target_count,
                              target_type, window);
}

int MPI_Get(void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
  return call_when_accessible(PMPI_Get, buffer, count, type, target, displacement, target_count,
                              target_type, window);
}

int MPI_Accumulate(const void* buffer, int count, MPI_Datatype type, int target,
                   MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                   MPI_Win window) {
  return call_when_accessible(PMPI_Accumulate, buffer, count, type, target, displacement,
                              target_count, target_type, op, window);
}

int MPI_Get_accumulate(const void* buffer, int count, MPI_Datatype type, void* result,
                       int result_count, MPI_Datatype result_type, int target,
                       MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                       MPI_Win window) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  return PMPI_Get_accumulate(buffer, count, type, result, result_count, result_type, target,
                             displacement, target_count, target_type, op, window);
}

int MPI_Rput(const void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win window, MPI_Request* request) {
  return call_when_accessible(PMPI_Rput, buffer, count, type, target, displacement, target_count,
                              target_type, window, request);
}

int MPI_Rget(void* buffer, int count, MPI_Datatype type, int target, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win window, MPI_Request* request) {
  return call_when_accessible(PMPI_Rget, buffer, count, type, target, displacement, target_count,
                              target_type, window, request);
}

int MPI_Raccumulate(const void* buffer, int count, MPI_Datatype type, int target,
                    MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                    MPI_Win window, MPI_Request* request) {
  return call_when_accessible(PMPI_Raccumulate, buffer, count, type, target, displacement,
                              target_count, target_type, op, window, request);
}

int MPI_Rget_accumulate(const void* buffer, int count, MPI_Datatype type, void* result,
                        int result_count, MPI_Datatype result_type, int target,
                        MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                        MPI_Op op, MPI_Win window, MPI_Request* request) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  return PMPI_Rget_accumulate(buffer, count, type, result, result_count, result_type, target,
                              displacement, target_count, target_type, op, window, request);
}

int MPI_Fetch_and_op(const void* buffer, void* result, MPI_Datatype type, int target,
                     MPI_Aint displacement, MPI_Op op, MPI_Win window) {
  wait_for_buffer(buffer, 1, type);
  wait_for_buffer(result, 1, type);
  return PMPI_Fetch_and_op(buffer, result, type, target, displacement, op, window);
}

int MPI_Compare_and_swap(const void* buffer, const void* expected, void* result, MPI_Datatype type,
                         int target, MPI_Aint displacement, MPI_Win window) {
  wait_for_buffer(buffer, 1, type);
  wait_for_buffer(expected, 1, type);
  wait_for_buffer(result, 1, type);
  return PMPI_Compare_and_swap(buffer, expected, result, type, target, displacement, window);
}

}  // extern "C"
