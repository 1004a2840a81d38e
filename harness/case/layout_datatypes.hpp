#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "contract/mpi_handle.hpp"
#include "harness/case/type_names.hpp"
#include "harness/case/typemap.hpp"

namespace tutti {

/// A typemap and the MPI datatype that describes it, of runs of `run_length` equal elements where the typemap
/// has one.
class MessageType {
 public:
  MessageType(Layout layout, Element element, std::int64_t elements_per_instance,
              TypeName name = TypeName::usual, std::int64_t run_length = 1);
  // Not copyable: an attribute of the datatype holds the address of the typemap.
  MessageType(const MessageType&) = delete;
  MessageType& operator=(const MessageType&) = delete;

  MPI_Datatype get() const { return handle_; }
  const Typemap& map() const { return map_; }

 private:
  Typemap map_;
  Datatype owned_;  ///< empty if the datatype is a predefined one
  MPI_Datatype handle_;
};

/// Returns the typemap of the datatype of a MessageType, or of the predefined one of an element. A
/// user-defined reduction calls it for its datatype. Throws std::logic_error for other datatypes.
const Typemap& typemap_of(MPI_Datatype datatype);

/// A cache of datatypes, since making one costs more than a small collective.
class DatatypeCache {
 public:
  std::shared_ptr<const MessageType> get(Layout layout, Element element,
                                         std::int64_t elements_per_instance,
                                         TypeName name = TypeName::usual,
                                         std::int64_t run_length = 1);

 private:
  std::map<std::tuple<Layout, Element, std::int64_t, TypeName, std::int64_t>,
           std::shared_ptr<const MessageType>>
      known_;
};

}  // namespace tutti
