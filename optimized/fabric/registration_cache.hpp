#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "optimized/fabric/port.hpp"

namespace tutti::fabric {

/// The registrations of this process's memory. Registering takes longer than sending a short
/// message, so memory stays registered until it is unmapped, or until room is needed for other
/// memory.
class RegistrationCache {
 public:
  explicit RegistrationCache(Port& port) : port_(port) {}

  struct Entry {
    std::uint64_t number = 0;  ///< never used again for other memory
    std::byte* begin = nullptr;
    std::byte* end = nullptr;
    /// Shared with all exposures, for as long as peers may access the memory.
    std::shared_ptr<const Registration> registration;
    std::uint64_t last_use = 0;
  };

  /// Returns a registration that covers these bytes. The reference is valid until the next call.
  const Entry& cover(std::byte* address, std::size_t bytes);
  std::size_t size() const { return entries_.size(); }

 private:
  void drop_unmapped();
  void drop_oldest();

  Port& port_;
  std::map<std::byte*, Entry> entries_;  ///< by their begin
  std::uint64_t last_number_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace tutti::fabric
