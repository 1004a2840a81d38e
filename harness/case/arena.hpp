#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tutti {

/// Page-aligned memory that was mapped once and is used again and again.
class Mapping {
 public:
  /// Throws CannotRun if the system has no such memory.
  explicit Mapping(std::size_t bytes);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::byte* data_;
  std::size_t size_;
};

/// Lends mappings and takes them back. Not for use by several threads. Outlives what it lends.
class ArenaPool {
 public:
  struct GiveBack {
    ArenaPool* pool;
    void operator()(Mapping* mapping) const { pool->free_.emplace_back(mapping); }
  };
  using Lease = std::unique_ptr<Mapping, GiveBack>;

  /// At least that many bytes. Their contents are arbitrary.
  Lease lend(std::size_t bytes);

 private:
  std::vector<std::unique_ptr<Mapping>> free_;
};

}  // namespace tutti
