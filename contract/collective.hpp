#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "contract/collective_table.hpp"  // made from mpi/collectives.txt

namespace tutti {

constexpr const CollectiveTraits& traits(Collective collective) {
  return collective_table[static_cast<std::size_t>(collective)];
}

constexpr std::string_view name(Collective collective) { return traits(collective).name; }

/// Returns whether the root distributes blocks. Its MPI_IN_PLACE is the receive buffer then; in all other
/// collectives MPI_IN_PLACE is the send buffer.
constexpr bool is_scatter(Collective collective) {
  return traits(collective).input.extent == Extent::blocks && traits(collective).rooted;
}

/// Returns the collective of the given name, or nothing.
constexpr std::optional<Collective> collective_named(std::string_view name) {
  for (std::size_t i = 0; i < collective_table.size(); ++i)
    if (collective_table[i].name == name) return static_cast<Collective>(i);
  return std::nullopt;
}

/// Returns all collectives.
inline std::vector<Collective> all_collectives() {
  std::vector<Collective> all;
  for (std::size_t i = 0; i < collective_table.size(); ++i)
    all.push_back(static_cast<Collective>(i));
  return all;
}

/// Returns the collectives that have algorithms: all but those that a rank does alone.
inline std::vector<Collective> collectives_with_algorithms() {
  auto chosen = all_collectives();
  std::erase_if(chosen, [](Collective collective) { return traits(collective).alone; });
  return chosen;
}

/// Returns the collectives that have algorithms and need no topology.
inline std::vector<Collective> collectives_without_topology() {
  auto chosen = collectives_with_algorithms();
  std::erase_if(chosen, [](Collective collective) { return traits(collective).neighbourhood; });
  return chosen;
}

}  // namespace tutti
