#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::active {

/// The interface that decides in which order an operation fetches what peers offer, and learns what
/// has arrived while the operation is under way. Called with the port's mutex held, in any thread
/// that makes progress; may not throw.
class FetchScheduler {
 public:
  /// Returns how many of these bytes of the caller's memory, from the first on, are to be fetched
  /// as one piece: at least one, at most all.
  virtual std::int64_t piece(const std::byte* address, std::int64_t bytes) const = 0;
  /// Returns the turn of the piece at this address. Of the pieces that peers offer, the one with
  /// the lowest turn is fetched first.
  virtual std::int64_t turn(const std::byte* address) const = 0;
  /// Returns the turn to begin with: pieces with a lower one come last. Called whenever a piece can
  /// be fetched.
  virtual std::int64_t first_turn() = 0;
  /// Returns true while the caller waits for data that peers may not have offered yet. Until they
  /// have, few pieces may be under way, which the awaited data would queue behind.
  virtual bool waits_for_offers() const = 0;
  /// Notes that a step has written these bytes of the caller's memory.
  virtual void arrived(const std::byte* address, std::int64_t bytes) = 0;

 protected:
  ~FetchScheduler() = default;
};

}  // namespace tutti::active
