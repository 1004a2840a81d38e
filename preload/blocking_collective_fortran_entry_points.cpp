// The blocking collective functions of MPI, and those that initialize and finalize it, as Fortran
// programs call them under Open MPI, whose Fortran functions do not call the C functions. Other
// spellings of their names are added when the library is linked.
#include "preload/call_arguments.hpp"
#include "preload/collective_service.hpp"
#include "preload/fortran_arguments.hpp"

using namespace tutti::preload;
using namespace tutti::preload::fortran;

extern "C" {

void mpi_init_(MPI_Fint* error) { tell(error, initialize(nullptr, nullptr)); }

void mpi_init_thread_(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  tell(error, initialize(nullptr, nullptr, *required, provided));
}

void mpi_finalize_(MPI_Fint* error) {
  Service::end();
  tell(error, PMPI_Finalize());
}

void mpi_allgather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                    void* receive, const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(allgather_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                   *receive_count, type(receive_type), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_allgatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                     void* receive, const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                     const MPI_Fint* receive_type, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error,
       serve(allgatherv_call(buffer(send), *send_count, type(send_type), buffer(receive),
                             receive_counts, displacements, type(receive_type), comm(communicator)),
             __builtin_return_address(0)));
}

void mpi_allreduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                    const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(allreduce_call(buffer(send), buffer(receive), *count, type(datatype),
                                   op(operation), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_alltoall_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                   const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                   const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(alltoall_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                  *receive_count, type(receive_type), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_alltoallv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* send_displacements,
                    const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_counts,
                    const MPI_Fint* receive_displacements, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(alltoallv_call(buffer(send), send_counts, send_displacements, type(send_type),
                                   buffer(receive), receive_counts, receive_displacements,
                                   type(receive_type), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_barrier_(const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(barrier_call(comm(communicator)), __builtin_return_address(0)));
}

void mpi_bcast_(void* data, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(bcast_call(buffer(data), *count, type(datatype), *root, comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_exscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(exscan_call(buffer(send), buffer(receive), *count, type(datatype),
                                op(operation), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_gather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                 const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                 const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(gather_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                *receive_count, type(receive_type), *root, comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_gatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                  const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                  MPI_Fint* error) {
  tell(error, serve(gatherv_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                 receive_counts, displacements, type(receive_type), *root,
                                 comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_reduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* root, const MPI_Fint* communicator,
                 MPI_Fint* error) {
  tell(error, serve(reduce_call(buffer(send), buffer(receive), *count, type(datatype),
                                op(operation), *root, comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_reduce_scatter_(void* send, void* receive, const MPI_Fint* counts,
                         const MPI_Fint* datatype, const MPI_Fint* operation,
                         const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(reduce_scatter_call(buffer(send), buffer(receive), counts, type(datatype),
                                        op(operation), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_reduce_scatter_block_(void* send, void* receive, const MPI_Fint* count,
                               const MPI_Fint* datatype, const MPI_Fint* operation,
                               const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(reduce_scatter_block_call(buffer(send), buffer(receive), *count, type(datatype),
                                              op(operation), comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_scan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
               const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(scan_call(buffer(send), buffer(receive), *count, type(datatype), op(operation),
                              comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_scatter_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                  const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve(scatter_call(buffer(send), *send_count, type(send_type), buffer(receive),
                                 *receive_count, type(receive_type), *root, comm(communicator)),
                    __builtin_return_address(0)));
}

void mpi_scatterv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* displacements,
                   const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_count,
                   const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                   MPI_Fint* error) {
  tell(error, serve(scatterv_call(buffer(send), send_counts, displacements, type(send_type),
                                  buffer(receive), *receive_count, type(receive_type), *root,
                                  comm(communicator)),
                    __builtin_return_address(0)));
}

}  // extern "C"
