#pragma once

#include <string>

namespace tutti {

/// The name of this host.
std::string host_name();

/// The cores that this process may use.
int usable_cores();

}  // namespace tutti
