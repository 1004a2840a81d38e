#include "preload/progress_hook.hpp"

namespace tutti::preload {

bool hook_into_progress() { return hook_into_open_mpi(); }

}  // namespace tutti::preload
