#pragma once

#include <string>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// The cases that `--replay` means: one line of a case, or a file with one case per line, where
/// empty lines and lines that begin with # are left out. All or nothing: throws UsageError that
/// names file, line, and what was expected.
std::vector<Case> read_replay(const std::string& line_or_path);

}  // namespace tutti
