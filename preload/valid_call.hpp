#pragma once

#include "contract/call.hpp"

namespace tutti::preload {

/// True if the arguments are such that a collective may run. All others go to the library untouched, so
/// that errors are its own.
bool is_valid_call(const Call& call, int rank, int ranks);

/// Whether what the call says of data to send, or to receive, is significant at this rank.
bool sends(const Call& call, int rank);
bool receives(const Call& call, int rank);

}  // namespace tutti::preload
