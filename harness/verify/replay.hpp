#pragma once

#include <string>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Returns the cases for `--replay`: a case line itself, or a file with one case per line, where
/// empty lines and lines that begin with # are skipped. Throws UsageError that names file, line,
/// and what was expected if any line is invalid.
std::vector<Case> read_replay(const std::string& line_or_path);

}  // namespace tutti
