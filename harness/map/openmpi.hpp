#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "optimized/selection/selection_map.hpp"

namespace tutti::openmpi {

/// How Open MPI's tuned component measures a message, which its rules compare with.
enum class MessageSize {
  block,       ///< bytes of one block, or of the whole message of bcast and full reductions
  all_blocks,  ///< times the ranks of the communicator
  none,        ///< not of the message's size, or not the same at every rank
};

/// Throws nothing; collectives that the component does not tune have no size.
MessageSize message_size(Collective collective);

/// A size of ours in bytes as the library measures it.
std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes);

/// Why rules cannot choose the subject, empty if they can. `details` holds algorithm_numbers.
std::string objection(const std::string& subject, const nlohmann::json& details);

/// The rules file that 4.1 and 5.0 read. Algorithm numbers come from the library's own enumeration.
std::string classic_rules(const SelectionMap& map, const nlohmann::json& details);

/// The rules that 6.x reads, with algorithms by name.
std::string json_rules(const SelectionMap& map);

}  // namespace tutti::openmpi
