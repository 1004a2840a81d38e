// The nonblocking collective functions of MPI, as Fortran programs call them under Open MPI.
#include "preload/call_arguments.hpp"
#include "preload/collective_service.hpp"
#include "preload/fortran_arguments.hpp"

using namespace tutti::preload;
using namespace tutti::preload::fortran;

extern "C" {

void mpi_iallgather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                     void* receive, const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                     const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(allgather_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                        *receive_count, type(receive_type), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iallgatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                      void* receive, const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                      const MPI_Fint* receive_type, const MPI_Fint* communicator, MPI_Fint* request,
                      MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code =
      start(allgatherv_call(buffer(send), *send_count, type(send_type), buffer(receive),
                            receive_counts, displacements, type(receive_type), comm(communicator)),
            __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iallreduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                     const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request,
                     MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(allreduce_call(buffer(send), buffer(receive), *count, type(datatype),
                                        op(operation), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ialltoall_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                    void* receive, const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(alltoall_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                       *receive_count, type(receive_type), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ialltoallv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* send_displacements,
                     const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_counts,
                     const MPI_Fint* receive_displacements, const MPI_Fint* receive_type,
                     const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code =
      start(alltoallv_call(buffer(send), send_counts, send_displacements, type(send_type),
                           buffer(receive), receive_counts, receive_displacements,
                           type(receive_type), comm(communicator)),
            __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ibarrier_(const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(barrier_call(comm(communicator)), __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ibcast_(void* data, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                 const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code =
      start(bcast_call(buffer(data), *count, type(datatype), *root, comm(communicator)),
            __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iexscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                  const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request,
                  MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(exscan_call(buffer(send), buffer(receive), *count, type(datatype),
                                     op(operation), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_igather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                  const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(gather_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                     *receive_count, type(receive_type), *root, comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_igatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                   const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                   const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                   MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(
      gatherv_call(buffer(send), *send_count, type(send_type), buffer(receive), receive_counts,
                   displacements, type(receive_type), *root, comm(communicator)),
      __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                  const MPI_Fint* operation, const MPI_Fint* root, const MPI_Fint* communicator,
                  MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(reduce_call(buffer(send), buffer(receive), *count, type(datatype),
                                     op(operation), *root, comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_scatter_(void* send, void* receive, const MPI_Fint* counts,
                          const MPI_Fint* datatype, const MPI_Fint* operation,
                          const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(reduce_scatter_call(buffer(send), buffer(receive), counts, type(datatype),
                                             op(operation), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_scatter_block_(void* send, void* receive, const MPI_Fint* count,
                                const MPI_Fint* datatype, const MPI_Fint* operation,
                                const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code =
      start(reduce_scatter_block_call(buffer(send), buffer(receive), *count, type(datatype),
                                      op(operation), comm(communicator)),
            __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request,
                MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(scan_call(buffer(send), buffer(receive), *count, type(datatype),
                                   op(operation), comm(communicator)),
                         __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscatter_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                   const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                   const MPI_Fint* root, const MPI_Fint* communicator, MPI_Fint* request,
                   MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code =
      start(scatter_call(buffer(send), *send_count, type(send_type), buffer(receive),
                         *receive_count, type(receive_type), *root, comm(communicator)),
            __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscatterv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* displacements,
                    const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_count,
                    const MPI_Fint* receive_type, const MPI_Fint* root,
                    const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start(
      scatterv_call(buffer(send), send_counts, displacements, type(send_type), buffer(receive),
                    *receive_count, type(receive_type), *root, comm(communicator)),
      __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_type_free_(MPI_Fint* datatype, MPI_Fint* error) {
  MPI_Datatype own = type(datatype);
  const int code = free_type(&own);
  if (code == MPI_SUCCESS) *datatype = PMPI_Type_c2f(own);
  tell(error, code);
}

void mpi_op_free_(MPI_Fint* operation, MPI_Fint* error) {
  MPI_Op own = op(operation);
  const int code = free_op(&own);
  if (code == MPI_SUCCESS) *operation = PMPI_Op_c2f(own);
  tell(error, code);
}

}  // extern "C"
