#pragma once

#include <string_view>

namespace tutti {

/// Makes this process write the case that it runs to standard error before a signal or the MPI
/// library ends it, so that the crash can be replayed.
void report_crashes(int rank);

/// Sets the line of the case that runs now; empty when none does. Cut at 64 KiB.
void set_running_case(std::string_view line);

}  // namespace tutti
