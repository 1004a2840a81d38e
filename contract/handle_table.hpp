#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tutti {

/// A hash table from MPI handles to values, with lookup in a few instructions. It is filled once
/// and then only read. It must not be filled completely: a lookup ends at a free slot.
template <class Value, std::size_t slots>
class HandleTable {
 public:
  using Key = std::uint64_t;

  template <class... Handle>
  static Key key_of(Handle... handles) {
    Key key = 0;
    ((key = (key + std::hash<Handle>{}(handles)) * 0x9e3779b97f4a7c15u), ...);
    return key | 1;  // 0 marks a free slot
  }

  void add(Key key, const Value& value) {
    std::size_t slot = first_slot(key);
    while (rows_[slot].key != 0 && rows_[slot].key != key) slot = (slot + 1) % slots;
    rows_[slot] = {key, value};
  }
  /// Returns null if the key is not in the table.
  const Value* find(Key key) const {
    for (std::size_t slot = first_slot(key); rows_[slot].key != 0; slot = (slot + 1) % slots)
      if (rows_[slot].key == key) return &rows_[slot].value;
    return nullptr;
  }

 private:
  static_assert((slots & (slots - 1)) == 0);
  struct Row {
    Key key = 0;
    Value value = {};
  };
  static std::size_t first_slot(Key key) { return (key >> 32) % slots; }

  std::array<Row, slots> rows_ = {};
};

}  // namespace tutti
