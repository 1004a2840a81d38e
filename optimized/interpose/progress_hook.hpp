#pragma once

namespace tutti::interpose {

/// Makes the MPI library go on with what was started whenever it makes progress itself, as the MPI
/// standard wants it. False if this library cannot be made to.
bool hook_into_progress();

}  // namespace tutti::interpose
