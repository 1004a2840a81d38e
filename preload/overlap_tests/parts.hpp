#pragma once

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

/// Layout of a buffer whose parts have different counts: some are empty, and between them are gaps
/// that belong to the program.
struct Parts {
  std::vector<int> counts, starts;
  std::size_t bytes = 0;

  Bytes part(Bytes data, int of) const;
};

/// Returns the number of bytes from sender to receiver, which depends on both. In each round, other
/// pairs have none.
std::size_t part_bytes(int sender, int receiver, int round);
Parts parts_for_all(int sender, int round);
/// Returns the layout of what the receiver gets from all. For kEveryone, counts depend on the
/// sender only.
Parts parts_from_all(int receiver, int round);

/// Returns a buffer that holds only data of the program.
Buffer own_buffer(const Parts& parts);
/// Writes into the gaps while data are in flight around them.
void change_gaps(Bytes data, const Parts& parts);
/// Checks that nothing else was written into the gaps.
void check_gaps(Bytes data, const Parts& parts);
void fill_parts_for_all(Bytes data, const Parts& parts, int round);
void check_parts_from_all(Bytes data, const Parts& parts, int receiver, int round);

}  // namespace overlap_tests
