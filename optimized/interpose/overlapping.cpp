#include "optimized/interpose/overlapping.hpp"

namespace tutti::interpose {
namespace {

/// Shorter blocks are there as soon as their pages could be closed (docs/decisions.md).
constexpr std::int64_t block_bytes_min = 16384;

constexpr std::array algorithms{"allgather/linear", "allgatherv/linear", "alltoall/linear",
                                "alltoallv/linear", "bcast/flat",        "gather/flat",
                                "gatherv/linear",   "scatter/flat",      "scatterv/linear"};
/// Receivers fetch, piece by piece, what is needed first.
constexpr std::string_view messages = ":active:get:packet=32768";

/// True if the blocks are long enough, or only each rank by itself knows.
bool is_long(const Shape& shape) {
  return traits(shape.collective).locally_sized || parameters_of(shape).bytes >= block_bytes_min;
}

}  // namespace

Overlapping::Overlapping() {
  for (const std::string algorithm : algorithms) {
    const auto name = algorithm + std::string(messages);
    all_.push_back({.name = name,
                    .protocol = parse_protocol(name),
                    .commutative_only = false,
                    .time_us = {},
                    .performance = nullptr});
  }
}

Determination Overlapping::determine(const Shape& shape) const {
  if (shape.ranks > 1 && is_long(shape))
    for (const auto& metadata : all_)
      if (serves(metadata, shape)) return {&metadata, Reason::overlap};
  return {};
}

}  // namespace tutti::interpose
