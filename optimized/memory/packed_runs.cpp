#include "optimized/memory/packed_runs.hpp"

namespace tutti {

PackedRuns::PackedRuns(const std::vector<TypedRun>& runs, std::byte* packed) {
  std::int64_t offset = 0;
  for (const TypedRun& run : runs) {
    const std::int64_t element = packed_bytes(run.type), bytes = run.count * element;
    if (bytes == 0) continue;
    parts_.push_back({run, {offset, bytes}, packed + offset, element});
    offset += bytes;
  }
}

}  // namespace tutti
