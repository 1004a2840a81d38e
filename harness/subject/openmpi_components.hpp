#pragma once

#include <string>
#include <string_view>

#include "harness/subject/subject.hpp"

namespace tutti {

/// Returns a subject, such as `openmpi:xhc/bcast`, for every collective of every component of Open
/// MPI that can be given priority over the others, except `tuned` and `libnbc`, whose algorithms
/// are subjects themselves. Each subject needs a launch of its own.
Subjects openmpi_component_subjects();

/// Returns the name of the control variable for the priority of a component.
std::string openmpi_priority(std::string_view component);

}  // namespace tutti
