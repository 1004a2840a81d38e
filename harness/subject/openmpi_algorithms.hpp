#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/call.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// What Open MPI looks at when it decides whether a forced algorithm can serve a call.
struct CallFacts {
  int ranks = 1;
  std::int64_t count = 0;       ///< elements of the datatype, as the call counts them
  std::int64_t type_bytes = 0;  ///< size of one
  std::int64_t segment = 0;     ///< bytes per segment that were asked for, 0 for none
  bool commutative = true;
  bool in_place = false;
};

CallFacts facts_of(const Call& call, std::int64_t segment);

/// Whether Open MPI runs the algorithm that was forced, or takes another one in its place without
/// a word. Known from the published sources of 4.1; unknown for algorithms that are not in there.
Ran runs(Collective collective, std::string_view algorithm, const CallFacts& facts);

/// False if Open MPI refuses the algorithm on so many ranks, or has nothing to choose.
bool serves_ranks(std::string_view algorithm, int ranks);

/// The parameters that the algorithm reads: `segment`, `fanout`, `radix`, `max_requests`. For an
/// algorithm that is not known here: all of them.
std::vector<std::string> parameters_read(Collective collective, std::string_view algorithm);

}  // namespace tutti
