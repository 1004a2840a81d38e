#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::active {

/// Memory that an operation sends from while it is still being filled. Asked with the port's mutex held, in
/// whichever thread makes progress; may not throw.
class PartialInput {
 public:
  /// False while any of these bytes is still to come.
  virtual bool has(const std::byte* address, std::int64_t bytes) const = 0;
  /// True if these, once they are there, are also where this rank receives them.
  virtual bool is_delivered(const std::byte* /*address*/) const { return false; }

 protected:
  ~PartialInput() = default;
};

}  // namespace tutti::active
