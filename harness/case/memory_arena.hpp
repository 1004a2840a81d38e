#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tutti {

/// Page-aligned memory that is mapped once and reused for many buffers.
class Mapping {
 public:
  /// Maps `bytes` bytes. Throws CannotRun if the system has no such memory.
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

/// A pool of mappings, which it lends and takes back. Not thread-safe. Must outlive its leases.
class MappingPool {
 public:
  struct GiveBack {
    MappingPool* pool;
    void operator()(Mapping* mapping) const { pool->free_.emplace_back(mapping); }
  };
  using Lease = std::unique_ptr<Mapping, GiveBack>;

  /// Lends a mapping of at least `bytes` bytes. Its contents are arbitrary.
  Lease lend(std::size_t bytes);

 private:
  std::vector<std::unique_ptr<Mapping>> free_;
};

}  // namespace tutti
