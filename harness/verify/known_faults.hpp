#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/runner/case_outcome.hpp"

namespace tutti {

/// The subjects that a fault of the library affects.
enum class Reach {
  own_choice,       ///< only the library's own choice of an algorithm, as far as is known
  every_algorithm,  ///< also algorithms that the library is forced to use
  messages,         ///< all subjects that send messages through the library, also tutti's protocols
};

/// A fault of some versions of a shipped MPI library, found by `verify` and confirmed without it.
/// So many cases meet such a fault that it would hide others: if the library still has it, cases
/// that meet it are left out, and the report says so.
struct KnownFault {
  std::string_view since;   ///< first version known to have the fault; empty: the very first
  std::string_view until;   ///< first version known not to have it; empty: none yet
  std::string_view what;    ///< description in one line
  std::string_view replay;  ///< case that shows the fault
  std::vector<Ended> ends;  ///< how a case that meets the fault may end, unless it passes
  Reach reach;
  bool (*is_met_by)(const Case& test, const Operation& operation);
  bool now_and_then = false;  ///< the case shows it in some runs only: one that passes says nothing
  std::string_view avoided_by =
      {};  ///< environment variable, NAME=VALUE, with which it is not there
  bool by_standard_abi =
      false;  ///< only programs that are built for the MPI standard's ABI meet it

  /// Returns whether `avoided_by` is set in the environment of this process.
  bool is_avoided() const;
  bool meets(const Case& test, const Operation& operation) const;
  /// Returns whether the outcome of a case that meets the fault is due to it: the case passed, or
  /// ended in one of the ways in `ends`.
  bool explains(const Outcome& outcome) const;
};

/// Returns the faults that a library of this version may have.
std::vector<const KnownFault*> known_faults(std::string_view library_version);

}  // namespace tutti
