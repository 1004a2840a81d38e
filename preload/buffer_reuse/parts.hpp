#pragma once

#include "preload/buffer_reuse/reuse_case.hpp"

namespace buffer_reuse {

/// Where the parts of a buffer lie whose counts vary: some are empty, and between them are gaps that are
/// the program's.
struct Parts {
  std::vector<int> counts, starts;
  std::size_t bytes = 0;

  Bytes part(Bytes data, int of) const;
};

/// Depends on both ends: in each round another one has nothing for another one.
std::size_t part_bytes(int sender, int receiver, int round);
Parts parts_for_all(int sender, int round);
/// What is for kEveryone varies with the sender only.
Parts parts_from_all(int receiver, int round);

/// A buffer of which all is the program's yet.
Buffer own_buffer(const Parts& parts);
/// The program writes into the gaps while data are in flight around them.
void change_gaps(Bytes data, const Parts& parts);
/// Nobody else did.
void check_gaps(Bytes data, const Parts& parts);
void fill_parts_for_all(Bytes data, const Parts& parts, int round);
void check_parts_from_all(Bytes data, const Parts& parts, int receiver, int round);

}  // namespace buffer_reuse
