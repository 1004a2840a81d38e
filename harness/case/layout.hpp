#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/mpi_handle.hpp"

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

/// A typemap and the MPI datatype that describes it.
class MessageType {
 public:
  MessageType(Layout layout, Element element, std::int64_t grain);
  // typemap_of() finds the typemap by its address.
  MessageType(const MessageType&) = delete;
  MessageType& operator=(const MessageType&) = delete;

  MPI_Datatype get() const { return handle_; }
  const Typemap& map() const { return map_; }

 private:
  Typemap map_;
  Datatype owned_;  ///< empty where the datatype is MPI's own
  MPI_Datatype handle_;
};

/// The typemap of a datatype made here, or of MPI's own for an element: what a user-defined
/// reduction needs to know of the datatype that it is called with.
const Typemap& typemap_of(MPI_Datatype datatype);

/// Datatypes in use lately, since making one costs more than a small collective.
class DatatypeCache {
 public:
  std::shared_ptr<const MessageType> get(Layout layout, Element element, std::int64_t grain);

 private:
  std::map<std::tuple<Layout, Element, std::int64_t>, std::shared_ptr<const MessageType>> known_;
};

}  // namespace tutti
