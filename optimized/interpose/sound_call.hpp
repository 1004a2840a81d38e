#pragma once

#include "contract/call.hpp"

namespace tutti::interpose {

/// True if the arguments are such that a collective may run. All others go to the library untouched, so
/// that errors are its own.
bool is_sound(const Call& call, int rank, int ranks);

}  // namespace tutti::interpose
