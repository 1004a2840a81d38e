#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Where the elements of one instance of a datatype lie, in slots of one element each, as we mean
/// it: independent of MPI. Instance k begins k * extent() slots further.
struct Typemap {
  Element element = Element::int32;
  std::vector<std::int64_t> slots;  ///< of each element, in the order of the message
  std::int64_t lower = 0;           ///< lower bound
  std::int64_t upper = 1;           ///< upper bound

  std::int64_t extent() const { return upper - lower; }
  std::int64_t grain() const { return static_cast<std::int64_t>(slots.size()); }
  /// Instances that hold so many elements.
  std::int64_t instances(std::int64_t elements) const { return elements / grain(); }
};

/// The typemap of a layout whose datatype holds `grain` elements.
Typemap typemap(Layout layout, Element element, std::int64_t grain);

/// Elements that one instance of the layout's datatype holds when the blocks of a buffer have these
/// numbers of elements: one datatype serves all blocks, so the grain divides all of them.
std::int64_t grain_of(Layout layout, std::span<const std::int64_t> blocks);

}  // namespace tutti
