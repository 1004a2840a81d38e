// The non-blocking collective functions of MPI as Fortran programs call them under Open MPI.
#include "optimized/interpose/fortran_arguments.hpp"
#include "optimized/interpose/service.hpp"

using namespace tutti::interpose::fortran;
using tutti::Collective;
using tutti::interpose::start;

extern "C" {

void mpi_iallgather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                    void* receive, const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::allgather,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iallgatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type,
                     void* receive, const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                     const MPI_Fint* receive_type, const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::allgatherv,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = displacements,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iallreduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                    const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::allreduce,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ialltoall_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                   const MPI_Fint* receive_count, const MPI_Fint* receive_type,
                   const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::alltoall,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ialltoallv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* send_displacements,
                    const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_counts,
                    const MPI_Fint* receive_displacements, const MPI_Fint* receive_type,
                    const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::alltoallv,
                     .send = buffer(send),
                     .send_counts = send_counts,
                     .send_displacements = send_displacements,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = receive_displacements,
                     .receive_type = type(receive_type),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ibarrier_(const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::barrier, .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ibcast_(void* data, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::bcast,
                     .receive = buffer(data),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iexscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::exscan,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_igather_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                 const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                 const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::gather,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_igatherv_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_counts, const MPI_Fint* displacements,
                  const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                  MPI_Fint* request,
                  MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::gatherv,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_counts = receive_counts,
                     .receive_displacements = displacements,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
                 const MPI_Fint* operation, const MPI_Fint* root, const MPI_Fint* communicator,
                 MPI_Fint* request,
                 MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::reduce,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_scatter_(void* send, void* receive, const MPI_Fint* counts,
                         const MPI_Fint* datatype, const MPI_Fint* operation,
                         const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::reduce_scatter,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_counts = counts,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_ireduce_scatter_block_(void* send, void* receive, const MPI_Fint* count,
                               const MPI_Fint* datatype, const MPI_Fint* operation,
                               const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::reduce_scatter_block,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscan_(void* send, void* receive, const MPI_Fint* count, const MPI_Fint* datatype,
               const MPI_Fint* operation, const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::scan,
                     .send = buffer(send),
                     .receive = buffer(receive),
                     .receive_count = *count,
                     .receive_type = type(datatype),
                     .op = op(operation),
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscatter_(void* send, const MPI_Fint* send_count, const MPI_Fint* send_type, void* receive,
                  const MPI_Fint* receive_count, const MPI_Fint* receive_type, const MPI_Fint* root,
                  const MPI_Fint* communicator, MPI_Fint* request, MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::scatter,
                     .send = buffer(send),
                     .send_count = *send_count,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

void mpi_iscatterv_(void* send, const MPI_Fint* send_counts, const MPI_Fint* displacements,
                   const MPI_Fint* send_type, void* receive, const MPI_Fint* receive_count,
                   const MPI_Fint* receive_type, const MPI_Fint* root, const MPI_Fint* communicator,
                   MPI_Fint* request,
                   MPI_Fint* error) {
  MPI_Request started = MPI_REQUEST_NULL;
  const int code = start({.collective = Collective::scatterv,
                     .send = buffer(send),
                     .send_counts = send_counts,
                     .send_displacements = displacements,
                     .send_type = type(send_type),
                     .receive = buffer(receive),
                     .receive_count = *receive_count,
                     .receive_type = type(receive_type),
                     .root = *root,
                     .comm = comm(communicator)},
                    __builtin_return_address(0), &started);
  tell(error, code, request, started);
}

}  // extern "C"
