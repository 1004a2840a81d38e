#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/active_messages/fetch_scheduler.hpp"
#include "optimized/overlap/access_order.hpp"
#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/pending_pages.hpp"
#include "optimized/overlap/protectable_pages.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::overlap {

/// The receive buffer of a call that returns before its data are there. Its whole pages are
/// protected, and become accessible as they are completed. The partial pages at both ends stay
/// accessible, since other data of the program may lie there: the call returns when the data of
/// these have arrived.
/// Source: T-NBC, section 4.1.
class DeferredBuffer final : public active::FetchScheduler {
 public:
  /// Protects the whole pages of `room`, which holds no other data of the program, or of the blocks
  /// if `room` is empty. Returns null if they cannot be protected. `blocks` are where data will
  /// arrive.
  static std::unique_ptr<DeferredBuffer> over(std::vector<Bytes> blocks, Guard& guard,
                                              Priorities priorities = {}, Bytes room = {});

  /// Returns what has to be added to addresses of the buffer, to get those where data are written
  /// until finish().
  std::ptrdiff_t shift() const { return shift_; }
  /// Returns whether all data of the partial pages have arrived.
  bool partial_pages_arrived() const { return edge_bytes_.load(std::memory_order_acquire) == 0; }
  /// Makes all pages accessible, after all data have arrived or the call has failed.
  void finish();

  std::int64_t piece(const std::byte* address, std::int64_t bytes_max) const override;
  std::int64_t turn(const std::byte* address) const override;
  std::int64_t first_turn() override;
  bool waits_for_offers() const override { return !partial_pages_arrived(); }
  void arrived(const std::byte* address, std::int64_t bytes) override;

 private:
  DeferredBuffer(std::vector<Bytes> blocks, std::unique_ptr<ProtectedMemory> protected_memory,
                 Priorities priorities);

  /// Calls action(Bytes) for the bytes that lie in partial pages.
  template <class Action>
  void for_each_edge(Bytes bytes, Action action) const;
  void hand_over_edges(Bytes bytes);
  std::int64_t turn_of(const std::byte* wanted) const;

  std::vector<Bytes> blocks_;
  Pages pages_;
  SubMessages sub_messages_;
  Priorities priorities_;
  std::ptrdiff_t shift_;
  PendingPages pending_;
  std::atomic<std::int64_t> edge_bytes_ = 0;  ///< bytes of partial pages that have not arrived
  std::unique_ptr<ProtectedMemory> protected_memory_;
};

}  // namespace tutti::overlap
