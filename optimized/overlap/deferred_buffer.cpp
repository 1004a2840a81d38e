#include "optimized/overlap/deferred_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace tutti::overlap {
namespace {

Bytes hull_of(const std::vector<Bytes>& blocks) {
  Bytes hull = blocks.front();
  for (const Bytes& block : blocks)
    hull = {std::min(hull.begin, block.begin), std::max(hull.end, block.end)};
  return hull;
}

}  // namespace

std::unique_ptr<DeferredBuffer> DeferredBuffer::over(std::vector<Bytes> blocks, Guard& guard) {
  std::erase_if(blocks, [](const Bytes& block) { return block.begin == block.end; });
  if (blocks.empty()) return nullptr;
  const Bytes hull = hull_of(blocks);
  auto closed = guard.close(whole_pages(hull.begin, hull.end));
  if (!closed) return nullptr;
  return std::unique_ptr<DeferredBuffer>(new DeferredBuffer(std::move(blocks), std::move(closed)));
}

DeferredBuffer::DeferredBuffer(std::vector<Bytes> blocks, std::unique_ptr<ClosedMemory> closed)
    : blocks_(std::move(blocks)),
      pages_(closed->pages()),
      shift_(closed->stand_in() - pages_.begin),
      pending_(pages_),
      closed_(std::move(closed)) {
  for (const Bytes& block : blocks_) {
    pending_.expect(block.begin, block.end);
    for_each_edge(block, [this](Bytes edge) { edge_bytes_ += edge.end - edge.begin; });
  }
  pending_.for_each_vacant([this](Pages pages) { closed_->open(pages); });
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

void DeferredBuffer::finish() {
  if (!edges_are_there())
    for (const Bytes& block : blocks_) hand_over_edges(block);
  closed_.reset();
}

/// Parts of pages are pieces of their own, and others end with a page, so that it is complete.
std::int64_t DeferredBuffer::piece(const std::byte* address, std::int64_t bytes) const {
  const std::byte* const begin = address - shift_;
  if (begin >= pages_.end) return bytes;
  if (begin < pages_.begin) return std::min(bytes, pages_.begin - begin);
  if (begin + bytes >= pages_.end) return pages_.end - begin;
  const auto beyond_page =
      (begin + bytes - pages_.begin) % static_cast<std::ptrdiff_t>(page_bytes());
  return beyond_page < bytes ? bytes - beyond_page : bytes;
}

/// First what the call waits for, then forward.
std::int64_t DeferredBuffer::turn(const std::byte* address) const {
  const std::byte* const begin = address - shift_;
  const bool edge = begin < pages_.begin || begin >= pages_.end;
  return edge ? -1 : begin - pages_.begin;
}

void DeferredBuffer::arrived(const std::byte* address, std::int64_t bytes) {
  std::byte* const begin = const_cast<std::byte*>(address) - shift_;
  pending_.arrived(begin, begin + bytes, [this](Pages pages) { closed_->open(pages); });
  hand_over_edges({begin, begin + bytes});
}

}  // namespace tutti::overlap
