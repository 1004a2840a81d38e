// The collective functions of MPI as Fortran programs call them under Open MPI, where these do not pass
// through the C ones. Other spellings of their names are added when the library is linked.
#include "optimized/interpose/fortran_arguments.hpp"
#include "optimized/interpose/service.hpp"

using namespace tutti::interpose::fortran;
using tutti::Collective;
using tutti::interpose::serve;
using tutti::interpose::Service;

extern "C" {

void mpi_init_(MPI_Fint* error) {
  const int code = PMPI_Init(nullptr, nullptr);
  if (code == MPI_SUCCESS) Service::begin();
  tell(error, code);
}

void mpi_init_thread_(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  const int code = PMPI_Init_thread(nullptr, nullptr, *required, provided);
  if (code == MPI_SUCCESS) Service::begin();
  tell(error, code);
}

void mpi_finalize_(MPI_Fint* error) {
  Service::end();
  tell(error, PMPI_Finalize());
}

void mpi_allgather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                    void* receive, const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::allgather,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_allgatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                     void* receive, const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                     const MPI_Fint* receive_type, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::allgatherv,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = displacements,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_allreduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                    const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::allreduce,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_alltoall_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                   const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                   const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::alltoall,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_alltoallv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* send_displacements,
                    const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_counts,
                    const MPI_Fint* receive_displacements, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::alltoallv,
                     .send = buffer(send),
                     .send_counts = send_counts,
                     .send_displacements = send_displacements,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = receive_displacements,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_barrier_(const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::barrier, .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_bcast_(void* data, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::bcast,
                     .receive = buffer(data),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_exscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::exscan,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_gather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                 const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                 const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::gather,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_gatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                  const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                  MPI_Fint* error) {
  tell(error, serve({.collective = Collective::gatherv,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = displacements,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_reduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* root, const MPI_Fint* communicator,
                 MPI_Fint* error) {
  tell(error, serve({.collective = Collective::reduce,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_reduce_scatter_(void* send, void* receive, const MPI_Fint* counts,
                         const MPI_Fint* datatype, const MPI_Fint* operation,
                         const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::reduce_scatter,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_counts = counts,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_reduce_scatter_block_(void* send, void* receive, const MPI_Fint* count,
                               const MPI_Fint* datatype, const MPI_Fint* operation,
                               const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::reduce_scatter_block,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_scan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
               const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::scan,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_scatter_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                  const MPI_Fint* communicator, MPI_Fint* error) {
  tell(error, serve({.collective = Collective::scatter,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

void mpi_scatterv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* displacements,
                   const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_count,
                   const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                   MPI_Fint* error) {
  tell(error, serve({.collective = Collective::scatterv,
                     .send = buffer(send),
                     .send_counts = send_counts,
                     .send_displacements = displacements,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0)));
}

}  // extern "C"
