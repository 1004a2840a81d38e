#pragma once

namespace tutti::preload {

/// Makes the MPI library advance started collectives whenever it makes progress itself, as the MPI
/// standard requires. Returns false if that is impossible with this library.
bool hook_into_progress();

/// Does so for Open MPI, by a callback. Returns false under another library.
bool hook_into_open_mpi();

}  // namespace tutti::preload
