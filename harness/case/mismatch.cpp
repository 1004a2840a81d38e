#include "harness/case/mismatch.hpp"

#include <fmt/core.h>

#include "harness/case/enum_names.hpp"

namespace tutti {

template <>
inline constexpr NamedEnumerator<Fault> enum_names<Fault>[] = {
    {Fault::wrong_result, "wrong_result"},
    {Fault::copies_differ, "copies_differ"},
    {Fault::guard_damaged, "guard_damaged"},
    {Fault::gap_damaged, "gap_damaged"},
    {Fault::send_buffer_changed, "send_buffer_changed"},
    {Fault::unused_buffer_written, "unused_buffer_written"},
    {Fault::list_changed, "list_changed"},
    {Fault::mpi_error, "mpi_error"},
    {Fault::ranks_disagree, "ranks_disagree"},
    {Fault::not_portable, "not_portable"},
};

std::string_view fault_name(Fault fault) { return enum_name(fault); }

std::string describe(const Mismatch& mismatch) {
  std::string line = fmt::format("rank {}: {}", mismatch.rank, fault_name(mismatch.fault));
  if (mismatch.element >= 0) line += fmt::format(" at element {}", mismatch.element);
  if (mismatch.byte >= 0) line += fmt::format(" at byte {}", mismatch.byte);
  if (!mismatch.expected.empty()) line += fmt::format(": expected {}", mismatch.expected);
  if (!mismatch.got.empty()) line += fmt::format(", got {}", mismatch.got);
  if (mismatch.more > 0) line += fmt::format(" (and {} more)", mismatch.more);
  return line;
}

}  // namespace tutti
