#pragma once

#include <string>
#include <string_view>

#include "harness/subject/subject.hpp"

namespace tutti {

/// Every collective of every component of Open MPI that can be given priority over the others, `tuned` and `libnbc`
/// excepted, whose algorithms are subjects themselves: `openmpi:xhc/bcast`. Each needs a launch of its own.
Subjects openmpi_component_subjects();

/// The variable by which a component is preferred.
std::string openmpi_priority(std::string_view component);

}  // namespace tutti
