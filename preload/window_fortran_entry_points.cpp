// Functions of MPI that create windows and attach memory to them, as Fortran programs call them
// under Open MPI.
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
TUTTI_FORTRAN_SPELLINGS(win_create, WIN_CREATE)

void mpi_win_allocate_(const MPI_Aint* bytes, In unit, In info, In comm, void* base, Out window,
                       Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_>("mpi_win_allocate_")(bytes, unit, info, comm, base, window, &code);
  store_error_and_note_window(code, window, error);
}
TUTTI_FORTRAN_SPELLINGS(win_allocate, WIN_ALLOCATE)

void mpi_win_allocate_shared_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                              Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_shared_>("mpi_win_allocate_shared_")(bytes, unit, info, comm, base, window,
                                                             &code);
  store_error_and_note_window(code, window, error);
}
TUTTI_FORTRAN_SPELLINGS(win_allocate_shared, WIN_ALLOCATE_SHARED)

void mpi_win_allocate_cptr_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                            Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_cptr_>("mpi_win_allocate_cptr_")(bytes, unit, info, comm, base, window,
                                                         &code);
  store_error_and_note_window(code, window, error);
}
TUTTI_FORTRAN_SPELLINGS(win_allocate_cptr, WIN_ALLOCATE_CPTR)

void mpi_win_allocate_shared_cptr_(const MPI_Aint* bytes, In unit, In info, In comm, void* base,
                                   Out window, Out error) {
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_allocate_shared_cptr_>("mpi_win_allocate_shared_cptr_")(bytes, unit, info, comm,
                                                                       base, window, &code);
  store_error_and_note_window(code, window, error);
}
TUTTI_FORTRAN_SPELLINGS(win_allocate_shared_cptr, WIN_ALLOCATE_SHARED_CPTR)

void mpi_win_attach_(In window, void* base, const MPI_Aint* bytes, Out error) {
  wait_for_bytes(base, *bytes);
  MPI_Fint code = MPI_SUCCESS;
  next<mpi_win_attach_>("mpi_win_attach_")(window, base, bytes, &code);
  tell(error, window_memory_added(code, PMPI_Win_f2c(*window), buffer(base), *bytes));
}
TUTTI_FORTRAN_SPELLINGS(win_attach, WIN_ATTACH)

void mpi_win_detach_(In window, void* base, Out error) {
  window_memory_removed(PMPI_Win_f2c(*window), buffer(base));
  next<mpi_win_detach_>("mpi_win_detach_")(window, base, error);
}
TUTTI_FORTRAN_SPELLINGS(win_detach, WIN_DETACH)

}  // extern "C"
