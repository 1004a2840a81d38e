#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/subject/subject.hpp"

namespace tutti {

/// Returns a subject, such as `openmpi:xhc/bcast`, for every collective of every component of Open
/// MPI that can be given priority over the others, except `tuned` and `libnbc`, whose algorithms
/// are subjects themselves. Each subject needs a launch of its own.
Subjects openmpi_component_subjects();

/// Returns the environment variables that give a component priority over the others.
std::map<std::string, std::string> openmpi_component_environment(std::string_view name);

/// Returns the name of the control variable for the priority of a component.
std::string openmpi_priority(std::string_view component);

}  // namespace tutti
