#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric {

/// The memory of a ring: messages from one process to another, one behind the other, in memory that
/// both see. A record is complete once its state says so. The reader polls this one word, so a
/// short message moves a single cache line from core to core.
struct RingMemory {
  static constexpr std::size_t line = 64;
  static constexpr std::size_t capacity = 64 * 1024;

  enum State : std::uint32_t { empty, full, wrapped };

  /// The front of a record, which header and data follow.
  struct Front {
    std::atomic<std::uint32_t> state;
    std::uint32_t bytes;  ///< of header and data
  };
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

  alignas(line) std::atomic<std::uint64_t> consumed;  ///< bytes that the reader has given back
  alignas(line) std::byte records[capacity];

  static std::size_t record_bytes(std::size_t bytes) {
    return (sizeof(Front) + bytes + line - 1) / line * line;
  }
  Front& front(std::uint64_t position) {
    return *reinterpret_cast<Front*>(records + position % capacity);
  }
};

/// Most bytes of header and data in one record: several such records fit into a ring, so that
/// writing and reading overlap.
constexpr std::size_t ring_record_max = RingMemory::capacity / 4 - RingMemory::line;

class RingWriter {
 public:
  explicit RingWriter(RingMemory& memory) : memory_(&memory) {}

  /// Copies a message into the ring, or returns false if there is no room.
  bool write(Bytes header, Bytes data) {
    const std::size_t bytes = header.size() + data.size();
    const std::size_t record = RingMemory::record_bytes(bytes);
    const std::size_t to_end = RingMemory::capacity - position_ % RingMemory::capacity;
    const std::size_t skipped = record > to_end ? to_end : 0;
    if (!has_room(skipped + record + RingMemory::line)) return false;
    if (skipped > 0) publish(RingMemory::wrapped, skipped);
    auto& front = memory_->front(position_);
    front.bytes = static_cast<std::uint32_t>(bytes);
    auto* const body = reinterpret_cast<std::byte*>(&front + 1);
    std::memcpy(body, header.data(), header.size());
    if (!data.empty()) std::memcpy(body + header.size(), data.data(), data.size());
    publish(RingMemory::full, record);
    return true;
  }

 private:
  bool has_room(std::size_t bytes) {
    if (position_ + bytes <= consumed_ + RingMemory::capacity) return true;
    consumed_ = memory_->consumed.load(std::memory_order_acquire);
    return position_ + bytes <= consumed_ + RingMemory::capacity;
  }

  /// Publishes a record. First empties the state at the next record's place, where old data might
  /// be taken for a record.
  void publish(RingMemory::State state, std::size_t length) {
    memory_->front(position_ + length).state.store(RingMemory::empty, std::memory_order_relaxed);
    memory_->front(position_).state.store(state, std::memory_order_release);
    position_ += length;
  }

  RingMemory* memory_;
  std::uint64_t position_ = 0, consumed_ = 0;
};

class RingReader {
 public:
  explicit RingReader(RingMemory& memory) : memory_(&memory) {}

  /// Calls action(bytes) for the next message, header and data in one. Returns false if there is
  /// none.
  template <class Action>
  bool read(Action action) {
    auto* front = &memory_->front(position_);
    auto state = front->state.load(std::memory_order_acquire);
    if (state == RingMemory::empty) return false;
    if (state == RingMemory::wrapped) {
      position_ += RingMemory::capacity - position_ % RingMemory::capacity;
      front = &memory_->front(position_);
      state = front->state.load(std::memory_order_acquire);
      if (state == RingMemory::empty) return false;
    }
    const std::size_t bytes = front->bytes;
    action(Bytes{reinterpret_cast<const std::byte*>(front + 1), bytes});
    position_ += RingMemory::record_bytes(bytes);
    // The writer reads this only when it runs out of room, so not every record is worth an update.
    if (position_ - told_ >= RingMemory::capacity / 4)
      memory_->consumed.store(told_ = position_, std::memory_order_release);
    return true;
  }

 private:
  RingMemory* memory_;
  std::uint64_t position_ = 0, told_ = 0;
};

}  // namespace tutti::fabric
