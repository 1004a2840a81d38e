// Functions of MPI for windows and one-sided communication, as Fortran programs call them under
// Open MPI.
#include "preload/fortran_wait_then_call.hpp"
#include "preload/window_memory.hpp"

using namespace tutti::preload::fortran;
using tutti::overlap::wait_until_all_accessible;
using tutti::preload::window_memory_added;
using tutti::preload::window_memory_removed;

extern "C" {

/// Notes the memory of a window that was just created, and stores the error code, unless a Fortran
/// 2008 program has left out that optional argument.
static void store_error_and_note_window(MPI_Fint code, In window, Out error) {
  const MPI_Win made = code == MPI_SUCCESS ? PMPI_Win_f2c(*window) : MPI_WIN_NULL;
  tell(error, window_memory_added(code, &made));
}

void mpi_win_create_(void* base, const MPI_Aint* bytes, In unit, In info, In comm, Out window,
                     Out error) {
  wait_until_all_accessible();
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_create_>("mpi_win_create_")(base, bytes, unit, info, comm, window, &code);
  store_error_and_note_window(code, window, error);
}

void mpi_win_allocate_(const MPI_Aint* bytes, In unit, In info, In comm, void* base, Out window,
                       Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_>("mpi_win_allocate_")(bytes, unit, info, comm, base, window, &code);
  store_error_and_note_window(code, window, error);
}

void mpi_win_allocate_shared_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                              Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_shared_>("mpi_win_allocate_shared_")(bytes, unit, info, comm, base, window,
                                                             &code);
  store_error_and_note_window(code, window, error);
}

void mpi_win_allocate_cptr_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                            Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_cptr_>("mpi_win_allocate_cptr_")(bytes, unit, info, comm, base, window,
                                                         &code);
  store_error_and_note_window(code, window, error);
}

void mpi_win_allocate_shared_cptr_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                                   Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_shared_cptr_>("mpi_win_allocate_shared_cptr_")(bytes, unit, info, comm,
                                                                       base, window, &code);
  store_error_and_note_window(code, window, error);
}

void mpi_win_attach_(In window, void* base, const MPI_Aint* bytes, Out error) {
  wait_for_bytes(base, *bytes);
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_attach_>("mpi_win_attach_")(window, base, bytes, &code);
  tell(error, window_memory_added(code, PMPI_Win_f2c(*window), buffer(base), *bytes));
}

void mpi_win_detach_(In window, void* base, Out error) {
  window_memory_removed(PMPI_Win_f2c(*window), buffer(base));
  next<mpi_win_detach_>("mpi_win_detach_")(window, base, error);
}

void mpi_put_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
              In target_count, In target_type, In window, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_put_>("mpi_put_")(buffer, count, type, target, displacement, target_count, target_type,
                             window, error);
}

void mpi_get_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
              In target_count, In target_type, In window, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_get_>("mpi_get_")(buffer, count, type, target, displacement, target_count, target_type,
                             window, error);
}

void mpi_accumulate_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
                     In target_count, In target_type, In op, In window, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_accumulate_>("mpi_accumulate_")(buffer, count, type, target, displacement, target_count,
                                           target_type, op, window, error);
}

void mpi_get_accumulate_(void* buffer, In count, In type, void* result, In result_count,
                         In result_type, In target, const MPI_Aint* displacement, In target_count,
                         In target_type, In op, In window, Out error) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  next<mpi_get_accumulate_>("mpi_get_accumulate_")(buffer, count, type, result, result_count,
                                                   result_type, target, displacement, target_count,
                                                   target_type, op, window, error);
}

void mpi_rput_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
               In target_count, In target_type, In window, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_rput_>("mpi_rput_")(buffer, count, type, target, displacement, target_count, target_type,
                               window, request, error);
}

void mpi_rget_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
               In target_count, In target_type, In window, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_rget_>("mpi_rget_")(buffer, count, type, target, displacement, target_count, target_type,
                               window, request, error);
}

void mpi_raccumulate_(void* buffer, In count, In type, In target, const MPI_Aint* displacement,
                      In target_count, In target_type, In op, In window, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  next<mpi_raccumulate_>("mpi_raccumulate_")(buffer, count, type, target, displacement,
                                             target_count, target_type, op, window, request, error);
}

void mpi_rget_accumulate_(void* buffer, In count, In type, void* result, In result_count,
                          In result_type, In target, const MPI_Aint* displacement, In target_count,
                          In target_type, In op, In window, Out request, Out error) {
  wait_for_buffer(buffer, count, type);
  wait_for_buffer(result, result_count, result_type);
  next<mpi_rget_accumulate_>("mpi_rget_accumulate_")(
      buffer, count, type, result, result_count, result_type, target, displacement, target_count,
      target_type, op, window, request, error);
}

void mpi_fetch_and_op_(void* buffer, void* result, In type, In target, const MPI_Aint* displacement,
                       In op, In window, Out error) {
  wait_for_one(buffer, type);
  wait_for_one(result, type);
  next<mpi_fetch_and_op_>("mpi_fetch_and_op_")(buffer, result, type, target, displacement, op,
                                               window, error);
}

void mpi_compare_and_swap_(void* buffer, void* expected, void* result, In type, In target,
                           const MPI_Aint* displacement, In window, Out error) {
  wait_for_one(buffer, type);
  wait_for_one(expected, type);
  wait_for_one(result, type);
  next<mpi_compare_and_swap_>("mpi_compare_and_swap_")(buffer, expected, result, type, target,
                                                       displacement, window, error);
}

}  // extern "C"
