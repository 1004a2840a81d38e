#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric {

/// Registering memory takes longer than sending a short message, so what was registered stays
/// registered until it is unmapped, or until room is needed for others.
class RegistrationCache {
 public:
  explicit RegistrationCache(Port& port) : port_(port) {}

  struct Entry {
    std::uint64_t number = 0;  ///< never used again for other memory
    std::byte* begin = nullptr;
    std::byte* end = nullptr;
    /// Held by whoever still expects peers to reach the memory.
    std::shared_ptr<const Registration> registration;
    std::uint64_t last_use = 0;
  };

  /// A registration that covers these bytes. Valid until the next call.
  const Entry& cover(std::byte* address, std::size_t bytes);
  std::size_t size() const { return entries_.size(); }

 private:
  void drop_unmapped();
  void drop_oldest();

  Port& port_;
  std::map<std::byte*, Entry> entries_;  ///< by where they begin
  std::uint64_t last_number_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace tutti::fabric
