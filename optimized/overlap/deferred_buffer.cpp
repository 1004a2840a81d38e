#include "optimized/overlap/deferred_buffer.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

namespace tutti::overlap {
namespace {

constexpr auto turn_of_edges = std::numeric_limits<std::int64_t>::min();

}  // namespace

std::unique_ptr<DeferredBuffer> DeferredBuffer::over(std::vector<Bytes> blocks, Guard& guard,
                                                     Priorities priorities, Bytes room) {
  auto protected_memory =
      guard.protect(room.begin ? whole_pages(room.begin, room.end) : whole_pages(blocks));
  if (!protected_memory) return nullptr;
  return std::unique_ptr<DeferredBuffer>(
      new DeferredBuffer(std::move(blocks), std::move(protected_memory), std::move(priorities)));
}

DeferredBuffer::DeferredBuffer(std::vector<Bytes> blocks,
                               std::unique_ptr<ProtectedMemory> protected_memory,
                               Priorities priorities)
    : blocks_(std::move(blocks)),
      pages_(protected_memory->pages()),
      sub_messages_(pages_),
      priorities_(std::move(priorities)),
      shift_(protected_memory->relocated() - pages_.begin),
      pending_(pages_),
      protected_memory_(std::move(protected_memory)) {
  for (const Bytes& block : blocks_) {
    pending_.expect(block.begin, block.end);
    for_each_edge(block, [this](Bytes edge) { edge_bytes_ += edge.end - edge.begin; });
  }
  pending_.for_each_vacant([this](Pages pages) { protected_memory_->unprotect(pages); });
}

template <class Action>
void DeferredBuffer::for_each_edge(Bytes bytes, Action action) const {
  if (bytes.begin < pages_.begin) action(Bytes{bytes.begin, std::min(bytes.end, pages_.begin)});
  if (bytes.end > pages_.end) action(Bytes{std::max(bytes.begin, pages_.end), bytes.end});
}

void DeferredBuffer::hand_over_edges(Bytes bytes) {
  for_each_edge(bytes, [this](Bytes edge) {
    const auto length = edge.end - edge.begin;
    std::memcpy(edge.begin, edge.begin + shift_, static_cast<std::size_t>(length));
    edge_bytes_.fetch_sub(length, std::memory_order_release);
  });
}

/// After a failure some edges may have been handed over, and are once more.
void DeferredBuffer::finish() {
  if (!partial_pages_arrived())
    for (const Bytes& block : blocks_) hand_over_edges(block);
  edge_bytes_.store(0, std::memory_order_release);
  protected_memory_.reset();
}

/// Returns pieces that do not extend from partial into whole pages. In whole pages, a piece ends
/// with a page, to complete it, and with a sub-message, since each has its own turn.
std::int64_t DeferredBuffer::piece(const std::byte* address, std::int64_t bytes_max) const {
  const std::byte* const begin = address - shift_;
  assert(bytes_max > 0);
  const auto bytes = std::min(bytes_max, static_cast<std::int64_t>(sub_messages_.bytes_fetched()));
  if (begin >= pages_.end) return bytes;
  if (begin < pages_.begin) return std::min(bytes, pages_.begin - begin);
  const auto left = sub_messages_[sub_messages_.index(begin)].end - begin;
  if (bytes >= left) return left;
  const auto beyond_page =
      (begin + bytes - pages_.begin) % static_cast<std::ptrdiff_t>(page_bytes());
  return beyond_page < bytes ? bytes - beyond_page : bytes;
}

std::int64_t DeferredBuffer::turn(const std::byte* address) const {
  const std::byte* const begin = address - shift_;
  return pages_.contains(begin) ? turn_of(begin) : turn_of_edges;
}

/// Returns a turn of its own for each byte: within a sub-message, turns ascend.
std::int64_t DeferredBuffer::turn_of(const std::byte* wanted) const {
  const std::size_t sub_message = sub_messages_.index(wanted);
  const auto before = priorities_.order.turn(sub_message) * sub_messages_.bytes_each();
  return static_cast<std::int64_t>(before) + (wanted - sub_messages_[sub_message].begin);
}

/// Returns the turn of what the call waits for, or else of what the program waits for; what follows
/// in the order is fetched next.
std::int64_t DeferredBuffer::first_turn() {
  if (!priorities_.on_demand || !partial_pages_arrived()) return turn_of_edges;
  const std::byte* const wanted = protected_memory_->last_wanted();
  return wanted ? turn_of(wanted) : turn_of_edges;
}

void DeferredBuffer::arrived(const std::byte* address, std::int64_t bytes) {
  std::byte* const begin = const_cast<std::byte*>(address) - shift_;
  pending_.arrived(begin, begin + bytes,
                   [this](Pages pages) { protected_memory_->unprotect(pages); });
  hand_over_edges({begin, begin + bytes});
}

}  // namespace tutti::overlap
