// Functions of MPI that use memory of the program without sending a message.
#include <mpi.h>

#include "preload/wait_then_call.hpp"

using tutti::preload::call_when_accessible;
using tutti::preload::wait_for_buffer;

extern "C" {

int MPI_Pack(const void* buffer, int count, MPI_Datatype type, void* packed, int bytes,
             int* position, MPI_Comm comm) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Pack(buffer, count, type, packed, bytes, position, comm);
}

int MPI_Unpack(const void* packed, int bytes, int* position, void* buffer, int count,
               MPI_Datatype type, MPI_Comm comm) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Unpack(packed, bytes, position, buffer, count, type, comm);
}

int MPI_Pack_external(const char* representation, const void* buffer, int count, MPI_Datatype type,
                      void* packed, MPI_Aint bytes, MPI_Aint* position) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Pack_external(representation, buffer, count, type, packed, bytes, position);
}

int MPI_Unpack_external(const char* representation, const void* packed, MPI_Aint bytes,
                        MPI_Aint* position, void* buffer, int count, MPI_Datatype type) {
  wait_for_buffer(packed, bytes, MPI_BYTE);
  wait_for_buffer(buffer, count, type);
  return PMPI_Unpack_external(representation, packed, bytes, position, buffer, count, type);
}

int MPI_Reduce_local(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op) {
  wait_for_buffer(input, count, type);
  wait_for_buffer(result, count, type);
  return PMPI_Reduce_local(input, result, count, type, op);
}

}  // extern "C"
