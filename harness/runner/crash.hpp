#pragma once

#include <string_view>

namespace tutti {

/// From here on, a process that dies by a signal, or that the MPI library ends, first writes the
/// case that it was running, so that the crash can be replayed.
void report_crashes(int rank);

/// The case that runs now; an empty line when none does. Cut at 64 KiB.
void set_running_case(std::string_view line);

}  // namespace tutti
