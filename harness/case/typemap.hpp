#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// The places of the elements in one instance of a datatype, in slots of one element each. Defined
/// independently of the MPI library. Instance k begins k * extent() slots further.
struct Typemap {
  Element element = Element::int32;
  std::vector<std::int64_t> slots;  ///< slot of each element, in message order
  std::int64_t lower = 0;           ///< lower bound
  std::int64_t upper = 1;           ///< upper bound

  std::int64_t extent() const { return upper - lower; }
  std::int64_t elements_per_instance() const { return static_cast<std::int64_t>(slots.size()); }
  /// Returns the number of instances that hold `elements` elements.
  std::int64_t instances(std::int64_t elements) const { return elements / elements_per_instance(); }
};

/// Slots from the lowest to one past the highest.
struct SlotRange {
  std::int64_t low = 0, high = 0;
};

/// Returns the slots between the first and the last element of consecutive instances, counted from
/// the first instance. Expects at least one instance.
SlotRange slots_of(const Typemap& map, std::int64_t instances);

/// Returns the typemap of a layout whose datatype holds that many elements.
Typemap typemap(Layout layout, Element element, std::int64_t elements_per_instance);

/// Returns the number of elements in one instance of the layout's datatype for a buffer
/// whose blocks have these numbers of elements. One datatype describes all blocks, so the grain
/// divides all of the numbers.
std::int64_t elements_per_instance_of(Layout layout, std::span<const std::int64_t> blocks);

}  // namespace tutti
