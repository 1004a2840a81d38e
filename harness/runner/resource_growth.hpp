#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tutti {

/// What a process has taken from the system.
struct ResourceUse {
  std::size_t heap_bytes = 0;  ///< allocated and not freed
  std::size_t mappings = 0;
  std::size_t files = 0;  ///< open ones
};

/// Returns what this process uses now.
ResourceUse resource_use();

/// Tells from the use between blocks of equal runs whether runs take something that they do not give
/// back. A library fills its pools in the first blocks, and adds to them later where messages come
/// earlier than ever before; it does not do so in one block after the other.
class ResourceGrowth {
 public:
  static constexpr int blocks = 10;

  ResourceGrowth() { end_block(); }
  explicit ResourceGrowth(std::vector<ResourceUse> use) : use_(std::move(use)) {}

  void end_block() { use_.push_back(resource_use()); }

  /// Returns what grew, and by how much with each run; nothing if nothing did. To be called after
  /// all blocks, of so many runs each.
  std::optional<std::string> found(int runs_of_block) const;

 private:
  std::vector<ResourceUse> use_;  ///< at the start, and behind each block
};

}  // namespace tutti
