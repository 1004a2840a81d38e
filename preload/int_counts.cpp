#include "preload/int_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "contract/datatype.hpp"
#include "contract/mpi_error.hpp"
#include "preload/valid_call.hpp"

namespace tutti::preload {
namespace {

constexpr MPI_Count int_max = std::numeric_limits<int>::max();

/// Returns the count as an int; nothing if it is not valid, or the elements have too many bytes.
/// Elements without data may be as many as they like.
std::optional<int> int_count(MPI_Count count, MPI_Datatype type) {
  if (count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  const std::int64_t bytes = packed_bytes(type);
  if (bytes > 0 && count > int_max / bytes) return std::nullopt;
  return static_cast<int>(std::min(count, int_max));
}

/// Returns the call with int counts; nothing if it has none.
std::optional<Call> narrowed(const Call& large, int rank) try {
  const auto& about = traits(large.collective);
  if (rank < 0 || about.has_varying_blocks() || about.neighbourhood) return std::nullopt;
  Call call = large;
  call.large = false;
  call.wide = nullptr;
  if (!about.reducing && sends(large, rank)) {
    const auto count = int_count(large.wide->send_count, large.send_type);
    if (!count) return std::nullopt;
    call.send_count = *count;
  }
  if (about.reducing || receives(large, rank)) {
    const auto count = int_count(large.wide->receive_count, large.receive_type);
    if (!count) return std::nullopt;
    call.receive_count = *count;
  }
  return call;
} catch (const MpiError&) {  // the library reports what is wrong with the arguments
  return std::nullopt;
}

}  // namespace

Call with_int_counts(const Call& large, int rank) { return narrowed(large, rank).value_or(large); }

}  // namespace tutti::preload
