#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/call.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// The facts by which Open MPI decides whether a forced algorithm can serve a call.
struct CallFacts {
  int ranks = 1;
  std::int64_t count = 0;       ///< elements of the datatype, as the call counts them
  std::int64_t type_bytes = 0;  ///< size of the datatype
  std::int64_t segment = 0;     ///< requested bytes per segment, 0 for none
  bool commutative = true;
  bool in_place = false;
};

CallFacts facts_of(const Call& call, std::int64_t segment);

/// Returns whether Open MPI runs the forced algorithm, or silently takes another one. Known from
/// the published sources of 4.1; Ran::unknown for algorithms that are not in these.
Ran runs(Collective collective, std::string_view algorithm, const CallFacts& facts);

/// Returns false if Open MPI refuses the algorithm on `ranks` ranks, or makes no choice (one rank).
bool serves_ranks(std::string_view algorithm, int ranks);

/// Returns the parameters that the algorithm reads, of `segment`, `fanout`, `radix` and
/// `max_requests`; all of them for an algorithm that is not known here.
std::vector<std::string> parameters_read(Collective collective, std::string_view algorithm);

/// Returns the collectives that the algorithm calls, for which Open MPI then chooses algorithms by itself.
std::vector<Collective> parts_of(Collective collective, std::string_view algorithm);
/// Returns those that any algorithm of the collective calls.
std::vector<Collective> parts_of_any(Collective collective);

}  // namespace tutti
