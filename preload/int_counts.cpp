#include "preload/int_counts.hpp"

#include <algorithm>
#include <limits>

#include "contract/comm_attribute.hpp"
#include "contract/datatype.hpp"
#include "contract/mpi_error.hpp"
#include "preload/call_plan.hpp"
#include "preload/valid_call.hpp"

namespace tutti::preload {
namespace {

constexpr MPI_Count int_max = std::numeric_limits<int>::max();
constexpr int invalid = -1;

/// Returns the count as an int, or -1 if the elements have too many bytes. Elements without data may
/// be as many as they like.
int int_count(MPI_Count count, MPI_Datatype type) {
  const std::int64_t bytes = packed_bytes(type);
  if (count < 0 || (bytes > 0 && count > int_max / bytes)) return invalid;
  return static_cast<int>(std::min(count, int_max));
}

}  // namespace

Call with_int_counts(const Call& call) {
  if (!call.large) return call;
  Call result = call;
  result.send_count = result.receive_count = invalid;
  const auto& about = traits(call.collective);
  if (call.comm == MPI_COMM_NULL || about.has_varying_blocks()) return result;
  try {
    const int rank = comm_attribute<ServedComm>(call.comm).rank;
    if (!about.reducing && sends(call, rank))
      result.send_count = int_count(call.wide->send_count, call.send_type);
    if (about.reducing || receives(call, rank))
      result.receive_count = int_count(call.wide->receive_count, call.receive_type);
  } catch (const MpiError&) {  // the library reports what is wrong with the arguments
  }
  return result;
}

}  // namespace tutti::preload
