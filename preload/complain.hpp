#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <string>

namespace tutti::preload {

/// To the program's user.
inline void complain(const std::string& text) { fmt::print(stderr, "tutti: {}\n", text); }

}  // namespace tutti::preload
