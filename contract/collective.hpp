#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tutti {

/// The collective operations of MPI that tutti knows, in alphabetical order.
enum class Collective {
  allgather,
  allgatherv,
  allreduce,
  alltoall,
  alltoallv,
  barrier,
  bcast,
  exscan,
  gather,
  gatherv,
  reduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  scatter,
  scatterv,
};

/// The properties of a collective that do not depend on its arguments.
struct CollectiveTraits {
  std::string_view name;
  bool rooted = false;          ///< has a root argument
  bool reducing = false;        ///< combines elements with an operation
  bool locally_sized = false;   ///< block sizes differ and no rank knows all of them
  bool sized_per_rank = false;  ///< block sizes differ and every rank knows all of them
};

/// One entry per enumerator, in the order of the enumeration.
inline constexpr std::array<CollectiveTraits, 16> collective_table{{
    {.name = "allgather"},
    {.name = "allgatherv", .sized_per_rank = true},
    {.name = "allreduce", .reducing = true},
    {.name = "alltoall"},
    {.name = "alltoallv", .locally_sized = true},
    {.name = "barrier"},
    {.name = "bcast", .rooted = true},
    {.name = "exscan", .reducing = true},
    {.name = "gather", .rooted = true},
    {.name = "gatherv", .rooted = true, .locally_sized = true},
    {.name = "reduce", .rooted = true, .reducing = true},
    {.name = "reduce_scatter", .reducing = true, .sized_per_rank = true},
    {.name = "reduce_scatter_block", .reducing = true},
    {.name = "scan", .reducing = true},
    {.name = "scatter", .rooted = true},
    {.name = "scatterv", .rooted = true, .locally_sized = true},
}};

constexpr const CollectiveTraits& traits(Collective collective) {
  return collective_table[static_cast<std::size_t>(collective)];
}

constexpr std::string_view name(Collective collective) { return traits(collective).name; }

/// Returns the collective of the given name, or nothing.
constexpr std::optional<Collective> collective_named(std::string_view name) {
  for (std::size_t i = 0; i < collective_table.size(); ++i)
    if (collective_table[i].name == name) return static_cast<Collective>(i);
  return std::nullopt;
}

}  // namespace tutti
