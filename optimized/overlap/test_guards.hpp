#pragma once

#include <gtest/gtest.h>

#include "optimized/overlap/guard.hpp"

namespace tutti::overlap {

/// Returns the parameters of tests that run with each guard.
inline auto each_guard() { return testing::Values(GuardKind::userfaultfd, GuardKind::mprotect); }

inline const char* guard_name(const testing::TestParamInfo<GuardKind>& instance) {
  return instance.param == GuardKind::userfaultfd ? "userfaultfd" : "mprotect";
}

}  // namespace tutti::overlap
