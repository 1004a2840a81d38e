#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::active {

/// Uses what an operation receives while that is still under way. Called with the port's mutex held, in
/// whichever thread makes progress; may not throw.
class FetchScheduler {
 public:
  /// How many of these bytes of the caller's memory are to be fetched as one piece, from the first on:
  /// at least one, at most all.
  virtual std::int64_t piece(const std::byte* address, std::int64_t bytes) const = 0;
  /// Of the pieces that peers offer the one with the least number is fetched first.
  virtual std::int64_t turn(const std::byte* address) const = 0;
  /// But those before this number come last. Asked whenever one can be fetched.
  virtual std::int64_t first_turn() = 0;
  /// True while the caller waits for what peers may not have offered yet: little may be on the wire before
  /// that.
  virtual bool waits_for_offers() const = 0;
  /// A step has written these bytes of the caller's memory.
  virtual void arrived(const std::byte* address, std::int64_t bytes) = 0;

 protected:
  ~FetchScheduler() = default;
};

}  // namespace tutti::active
