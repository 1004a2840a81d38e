#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tutti {

/// The options of `tutti verify`.
struct VerifyOptions {
  std::string target = "tutti";
  std::string engine;                    ///< symbolic, or empty: the ranks of the launch
  std::vector<std::string> collectives;  ///< empty: all
  std::string protocol = "*";            ///< shell pattern for names of subjects
  std::optional<std::int64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  std::string replay;  ///< a case line, or a file of case lines
  std::string as_c;   ///< file to write the replayed case to, as a C program, instead of running it
  std::string junit;  ///< file to write
  std::string verdicts;  ///< file to write
  double hang_seconds = 10;
  bool stop_at_first_failure = false;
  bool known_faults = false;  ///< also run cases that meet a known fault of the library
  bool huge = false;          ///< only cases with a buffer of more than 2 GiB
  std::string baseline;       ///< a file of accepted findings, see read_baseline()
  std::string earlier;        ///< a file of what earlier launches did; read and written
  bool leaks = false;  ///< only cases that run many times, and must not take more and more memory
  bool over_library = false;  ///< ignore failures that the library's own function has too
  bool json = false;
  bool progress = false;
};

/// Runs verification. Returns the exit status: 0 holds, 1 does not. Collective over the ranks of
/// the launch.
int verify(const VerifyOptions& options);

/// Proves the registered algorithms with the symbolic engine, in this process alone. Returns the
/// exit status.
int verify_symbolic(const VerifyOptions& options);

}  // namespace tutti
