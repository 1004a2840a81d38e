#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::active {

/// Memory that an operation sends from while it is still being filled. Called with the port's mutex
/// held, in any thread that makes progress; may not throw.
class PartialInput {
 public:
  /// Returns false while any of these bytes is not filled yet.
  virtual bool has(const std::byte* address, std::int64_t bytes) const = 0;
  /// Returns true if the data, once filled in, are also where this rank receives them: no copy is
  /// needed.
  virtual bool is_delivered(const std::byte* /*address*/) const { return false; }

 protected:
  ~PartialInput() = default;
};

}  // namespace tutti::active
