#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tutti {

/// The options of `tutti verify`.
struct VerifyOptions {
  std::string target = "tutti";
  std::string engine = "layered";
  std::vector<std::string> collectives;  ///< empty: all
  std::string protocol = "*";            ///< glob over names of subjects
  std::optional<std::int64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  std::string replay;    ///< a case line, or a file of them
  std::string junit;     ///< file to write
  std::string verdicts;  ///< file to write
  double hang_seconds = 10;
  bool stop_at_first_failure = false;
  bool known_faults = false;  ///< also cases that meet a known fault of the library
  bool over_library = false;  ///< what the library beneath `mpi` gets wrong does not count
  bool json = false;
  bool progress = false;
};

/// Runs cases on all ranks of the launch. Returns the exit status: 0 holds, 1 does not.
int verify(const VerifyOptions& options);

/// Proves the registry by the symbolic engine, in this process alone.
int verify_symbolic(const VerifyOptions& options);

}  // namespace tutti
