#pragma once

namespace tutti::preload {

/// Makes the MPI library go on with what was started whenever it makes progress itself, as the MPI
/// standard wants it. False if this library cannot be made to.
bool hook_into_progress();

/// The same of Open MPI, by a callback; false under another library.
bool hook_into_open_mpi();

}  // namespace tutti::preload
