#include "optimized/symbolic/provenance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "contract/splitmix.hpp"

namespace tutti {
namespace {

constexpr int rank_bits = Provenance::origin_bits / 2;
constexpr std::uint64_t rank_mask = (std::uint64_t{1} << rank_bits) - 1;
constexpr std::uint64_t origin_mask = (std::uint64_t{1} << Provenance::origin_bits) - 1;

/// Returns which of the sender's blocks arrives as the given block of a receiver, by the rules of MPI
/// 4.1, section 8.6: on a grid what is sent in one direction arrives from the other, and between two
/// ranks of a graph the k-th edge of one is the k-th of the other.
int block_at_sender(const Topology& topology, int sender, int receiver, int block) {
  if (topology.is_grid()) return block % 2 == 0 ? block + 1 : block - 1;
  const auto sources = topology.neighbours_of(receiver).sources;
  auto edge = std::count(sources.begin(), sources.begin() + block, sender);
  const auto destinations = topology.neighbours_of(sender).destinations;
  const auto found = std::ranges::find_if(
      destinations, [&](int destination) { return destination == receiver && edge-- == 0; });
  return static_cast<int>(found - destinations.begin());
}

}  // namespace

Meaning::Meaning(const Shape& shape) : shape_(shape), weights_before_(1, 0) {
  weights_before_.reserve(static_cast<std::size_t>(shape.ranks) + 1);
  blocks_.reserve(static_cast<std::size_t>(shape.ranks));
  std::int64_t offset = 0, longest = 0;
  for (int rank = 0; rank < shape.ranks; ++rank) {
    weights_before_.push_back(weights_before_.back() + mix(static_cast<std::uint64_t>(rank), 0));
    const auto length =
        shape.counts ? (*shape.counts)[static_cast<std::size_t>(rank)] : shape.count;
    blocks_.push_back({offset, length});
    offset += length;
    longest = std::max(longest, length);
  }
  assert(static_cast<std::uint64_t>(shape.ranks) <= rank_mask);
  // A rank contributes its block, or as much as the root.
  assert(static_cast<std::uint64_t>(std::max(longest, shape.input_units(shape.root))) <=
         Provenance::unwritten);
}

std::uint64_t Meaning::ranks(int first, int last) const {
  if (!traits(shape_.collective).reducing) return static_cast<std::uint64_t>(first);
  if (shape_.op.commutative)
    return (weights_before_[static_cast<std::size_t>(last)] -
            weights_before_[static_cast<std::size_t>(first)]) &
           origin_mask;
  return static_cast<std::uint64_t>(first) << rank_bits | static_cast<std::uint64_t>(last);
}

Provenance Meaning::input(int rank, std::int64_t index) const {
  return {ranks(rank, rank + 1), static_cast<std::uint64_t>(index)};
}

void Meaning::append(std::vector<Provenance>& units, std::uint64_t origin, Range indices) const {
  for (auto index = indices.offset; index < indices.end(); ++index)
    units.push_back({origin, static_cast<std::uint64_t>(index)});
}

/// Appends what a rank receives from its neighbours. The block of one that is not there stays
/// unwritten.
void Meaning::expect_from_neighbours(int rank, std::vector<Provenance>& units) const {
  const auto& topology = *shape_.topology;
  const bool has_blocks = traits(shape_.collective).input.extent == Extent::blocks;
  int block = 0;
  for (const int sender : topology.neighbours_of(rank).sources) {
    const int sent = has_blocks && sender >= 0 ? block_at_sender(topology, sender, rank, block) : 0;
    ++block;
    if (sender < 0)
      units.resize(units.size() + static_cast<std::size_t>(shape_.count));
    else
      append(units, ranks(sender, sender + 1), {sent * shape_.count, shape_.count});
  }
}

void Meaning::expect(int rank, std::vector<Provenance>& units) const {
  units.clear();
  if (shape_.topology) return expect_from_neighbours(rank, units);
  const int p = shape_.ranks;
  const Range own = blocks_[static_cast<std::size_t>(rank)];
  const auto& about = traits(shape_.collective);
  if (!about.output.is_held_by(rank, shape_.root)) return;
  const auto origin =
      about.reducing ? ranks(0, about.combined_end(rank, p)) : ranks(shape_.root, shape_.root + 1);
  switch (about.output.extent) {
    case Extent::nothing:
      return;
    case Extent::message:
      return append(units, origin, {0, shape_.count});
    case Extent::block:
      return append(units, origin, own);
    case Extent::blocks:
      break;
  }
  for (int from = 0; from < p; ++from) {
    const Range whole{0, blocks_[static_cast<std::size_t>(from)].length};
    append(units, ranks(from, from + 1), about.input.extent == Extent::block ? whole : own);
  }
}

bool Meaning::combine(Provenance source, Provenance& target, Order order) const {
  if (source.index != target.index) return false;
  if (shape_.op.commutative) {
    target.origin += source.origin;
    return true;
  }
  const std::uint64_t lower = order == Order::before ? source.origin : target.origin;
  const std::uint64_t upper = order == Order::before ? target.origin : source.origin;
  if ((lower & rank_mask) != upper >> rank_bits) return false;
  target.origin = (lower & ~rank_mask) | (upper & rank_mask);
  return true;
}

std::string Meaning::describe(Provenance unit) const {
  const std::uint64_t origin = unit.origin, index = unit.index;
  if (index == Provenance::unwritten) return "nothing";
  if (!traits(shape_.collective).reducing) return fmt::format("unit {} of rank {}", index, origin);
  if (!shape_.op.commutative)
    return fmt::format("element {} of ranks {} to {}", index, origin >> rank_bits,
                       (origin & rank_mask) - 1);
  for (int first = 0; first < shape_.ranks; ++first)
    for (int last = first + 1; last <= shape_.ranks; ++last)
      if (ranks(first, last) == origin)
        return fmt::format("element {} of ranks {} to {}", index, first, last - 1);
  return fmt::format("element {} of ranks that are not a run without repetition", index);
}

}  // namespace tutti
