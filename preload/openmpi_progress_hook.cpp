#include "preload/progress_hook.hpp"

namespace tutti::interpose {

bool hook_into_progress() { return hook_into_open_mpi(); }

}  // namespace tutti::interpose
