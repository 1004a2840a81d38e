#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "contract/collective.hpp"
#include "contract/topology.hpp"
#include "contract/torus.hpp"

namespace tutti {

/// A half-open run of units: [offset, offset + length).
struct Range {
  std::int64_t offset = 0;
  std::int64_t length = 0;

  std::int64_t end() const { return offset + length; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The properties of the reduction operation that an algorithm may depend on.
struct OpTraits {
  bool commutative = true;
  bool builtin = true;

  friend bool operator==(const OpTraits&, const OpTraits&) = default;
};

/// The properties of a call on which all its ranks agree, and nothing else. Selection and
/// construction of schedules read only the shape, so that all ranks come to the same result without
/// communication. In collectives of neighbourhoods, connected ranks agree on the count, and all ranks
/// on whether the topology is a grid, and on which; selection reads no more.
///
/// Lengths are in *units*, the smallest piece that an algorithm may cut a message into:
/// a byte of the packed signature where data is only moved, an element of the datatype where it is
/// combined, and a whole block in gatherv, scatterv, alltoallv, alltoallw and the neighbour collectives
/// with varying blocks, whose block sizes are known only locally (there `count` is 1 and
/// `unit_bytes` is 0).
struct Shape {
  Collective collective = Collective::barrier;
  int ranks = 1;
  int root = 0;                 ///< 0 where the collective has none
  std::int64_t count = 0;       ///< units in one block; for bcast and full reductions: in all
  std::int64_t unit_bytes = 1;  ///< bytes of one unit, 0 if only known locally
  OpTraits op = {};
  /// Units in the block of each rank: allgatherv and reduce_scatter only, else null.
  std::shared_ptr<const std::vector<std::int64_t>> counts = {};
  /// Extents of the torus on which the ranks are, if known; else null.
  std::shared_ptr<const std::vector<int>> torus = {};
  /// The node on which each rank is, numbered in the order of their first ranks; null if it is not known, if all
  /// are on one, or each on its own.
  std::shared_ptr<const std::vector<int>> nodes = {};
  /// Who is whose neighbour: in collectives of neighbourhoods only, else null. Of a graph, each rank
  /// knows its own neighbours only.
  std::shared_ptr<const Topology> topology = {};

  /// Returns the range of one rank's block in a buffer that holds the blocks of all ranks in rank
  /// order.
  Range block(int rank) const;
  /// Returns the number of units in a buffer that holds the blocks of all ranks.
  std::int64_t all_blocks() const;
  /// Returns the number of blocks that the given rank contributes, or ends up with, where these are
  /// one for each rank, or neighbour.
  int input_blocks(int rank) const { return topology ? topology->blocks_sent_by(rank) : ranks; }
  int output_blocks(int rank) const {
    return topology ? topology->blocks_received_by(rank) : ranks;
  }
  /// Returns the number of units that the given rank contributes (its input); 0 if it contributes
  /// nothing.
  std::int64_t input_units(int rank) const;
  /// Returns the number of units that the given rank ends up with (its output); 0 if it ends up
  /// with nothing.
  std::int64_t output_units(int rank) const;

  friend bool operator==(const Shape& a, const Shape& b);
};

/// Returns a shape in which all blocks have `count` units of one byte, where block sizes are known.
/// Neighbours are those on a grid of two dimensions that wraps in both.
Shape uniform_shape(Collective collective, int ranks, std::int64_t count);

/// Returns the torus on which the ranks are; if it is not known, one of three dimensions, as even
/// as possible.
Torus torus_of(const Shape& shape);

/// Returns the node of each rank, as the shape knows it. If it knows none, or if the operation needs the order
/// of ranks and the ranks of a node do not follow each other: nodes of about as many ranks as there are nodes.
std::vector<int> nodes_of(const Shape& shape);

/// Returns range `index` of [0, length) cut into `parts` nearly equal ranges, the longer ones
/// first.
Range part(std::int64_t length, int parts, int index);

}  // namespace tutti
