#include "preload/overlap_protocols.hpp"

namespace tutti::preload {
namespace {

/// Minimum number of bytes of a block. Shorter blocks have arrived by the time their pages could be
/// protected (docs/decisions/0124-overlap-blocks-from-16-kib.md).
constexpr std::int64_t block_bytes_min = 16384;

/// Algorithms whose data are final when they arrive: receivers fetch, piece by piece, what is
/// needed first.
constexpr std::array algorithms{"allgather/linear", "allgatherv/linear", "alltoall/linear",
                                "alltoallv/linear", "bcast/flat",        "gather/flat",
                                "gatherv/linear",   "scatter/flat",      "scatterv/linear"};
constexpr std::string_view messages = ":active:get";
/// Protocols whose data are final only when the whole schedule is complete.
constexpr std::array reductions{"allreduce/rabenseifner:active", "allreduce/ring:active"};

ProtocolMetadata metadata_of(const std::string& name) {
  return {.name = name,
          .protocol = parse_protocol(name),
          .commutative_only = false,
          .time_us = {},
          .performance = nullptr};
}

/// Returns true if the call uses no operation of the program, whose functions a background thread
/// must not call.
bool is_own(const Shape& shape) { return !traits(shape.collective).reducing || shape.op.builtin; }

/// Returns true if the blocks are long enough, or if only each rank by itself knows their lengths.
bool is_long(const Shape& shape) {
  return traits(shape.collective).locally_sized || parameters_of(shape).bytes >= block_bytes_min;
}

}  // namespace

OverlapProtocols::OverlapProtocols() {
  for (const std::string algorithm : algorithms)
    all_.push_back(metadata_of(algorithm + std::string(messages)));
  for (const std::string protocol : reductions) all_.push_back(metadata_of(protocol));
}

const ProtocolMetadata* OverlapProtocols::choose(const Shape& shape) const {
  if (shape.ranks > 1 && is_long(shape) && is_own(shape))
    for (const auto& metadata : all_)
      if (serves(metadata, shape)) return &metadata;
  return nullptr;
}

}  // namespace tutti::preload
