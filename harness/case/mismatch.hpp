#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tutti {

/// A kind of fault that a call can show.
enum class Fault {
  wrong_result,           ///< an output element is not what MPI says
  copies_differ,          ///< elements of a run that must be equal are not
  guard_damaged,          ///< a byte before or behind a buffer was written
  gap_damaged,            ///< a byte between the elements of a datatype was written
  send_buffer_changed,    ///< an input element was written
  unused_buffer_written,  ///< a buffer that is not significant at this rank was written
  list_changed,    ///< a count, displacement or datatype of a list that was passed was written
  mpi_error,       ///< the call returned an error code
  ranks_disagree,  ///< ranks that must have the same bits do not
  not_portable,    ///< what MPI leaves undefined depends on position, count or rank
};

/// One fault: the first of its kind at a rank, and how many more there were.
struct Mismatch {
  Fault fault = Fault::wrong_result;
  int rank = 0;               ///< in the communicator
  std::int64_t element = -1;  ///< index in message order; -1 if `byte` is meant
  std::int64_t byte = -1;     ///< offset from the lowest byte of the data; -1 if `element` is meant
  std::int64_t more = 0;      ///< number of further faults of this kind at this rank
  std::string expected = {};
  std::string got = {};

  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// Returns the name that users see: "wrong_result".
std::string_view fault_name(Fault fault);

/// Returns the mismatch as one readable line, without line break.
std::string describe(const Mismatch& mismatch);

}  // namespace tutti
