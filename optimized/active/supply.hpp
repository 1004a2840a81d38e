#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::active {

/// Memory that an operation sends from while it is still being filled. Asked with the port's mutex held, in
/// whichever thread makes progress; may not throw.
class Supply {
 public:
  /// False while any of these bytes is still to come.
  virtual bool has(const std::byte* address, std::int64_t bytes) const = 0;
  /// Where a step finds them that copies them at this rank: what is not sent need not be filled in.
  virtual const std::byte* place(const std::byte* address) const { return address; }
  /// It has copied them.
  virtual void copied(const std::byte* /*address*/) {}

 protected:
  ~Supply() = default;
};

}  // namespace tutti::active
