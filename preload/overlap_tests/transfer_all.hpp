#pragma once

#include <unistd.h>

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

/// Repeats the call until all bytes are transferred: one call may transfer a part.
template <class Call>
void transfer_all(std::size_t bytes, const Call& call) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t more = call(done);
    require(more > 0, "a system call fails");
    done += static_cast<std::size_t>(more);
  }
}

}  // namespace overlap_tests
