#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/active/fetch_scheduler.hpp"
#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/pending_pages.hpp"
#include "optimized/overlap/priorities.hpp"
#include "optimized/overlap/receive_blocks.hpp"
#include "optimized/overlap/sub_messages.hpp"

namespace tutti::overlap {

/// The receive buffer of a call that returns before its data are there. Its whole pages are closed, and
/// opened as they become complete. The parts of pages at both its ends stay open, since other data of
/// the program may lie there: the call returns when these have arrived.
/// Source: T-NBC, section 4.1.
class DeferredBuffer final : public active::FetchScheduler {
 public:
  /// Null if no page of the buffer can be closed. `blocks`: where data will arrive. `room`: where no other
  /// data of the program lie; none beyond the blocks if it is empty.
  static std::unique_ptr<DeferredBuffer> over(std::vector<Bytes> blocks, Guard& guard,
                                              Priorities priorities = {}, Bytes room = {});

  /// To be added to addresses of the buffer: there data are written until finish().
  std::ptrdiff_t shift() const { return shift_; }
  /// What lies in parts of pages has arrived.
  bool edges_are_there() const { return edge_bytes_.load(std::memory_order_acquire) == 0; }
  /// All data are there: opens what is still closed.
  void finish();

  std::int64_t piece(const std::byte* address, std::int64_t bytes_max) const override;
  std::int64_t turn(const std::byte* address) const override;
  std::int64_t first_turn() override;
  bool waits_for_offers() const override { return !edges_are_there(); }
  void arrived(const std::byte* address, std::int64_t bytes) override;

 private:
  DeferredBuffer(std::vector<Bytes> blocks, std::unique_ptr<ProtectedMemory> protected_memory,
                 Priorities priorities);

  /// Calls action(Bytes) for what of the bytes lies in parts of pages.
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
  std::atomic<std::int64_t> edge_bytes_ = 0;  ///< that have not arrived
  std::unique_ptr<ProtectedMemory> protected_memory_;
};

}  // namespace tutti::overlap
