#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "contract/mpi_handle.hpp"
#include "harness/case/typemap.hpp"

namespace tutti {

/// MPI's own datatype of the element.
MPI_Datatype mpi_type(Element element);

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
