#include "optimized/fabric/registration_cache.hpp"

#include <algorithm>

namespace tutti::fabric {
namespace {

constexpr std::size_t entries_kept = 256;
constexpr std::uintptr_t page = 4096;

std::byte* rounded_down(std::byte* address) {
  return address - reinterpret_cast<std::uintptr_t>(address) % page;
}

}  // namespace

const RegistrationCache::Entry& RegistrationCache::cover(std::byte* address, std::size_t bytes) {
  drop_unmapped();
  auto behind = entries_.upper_bound(address);
  if (behind != entries_.begin()) {
    Entry& entry = std::prev(behind)->second;
    if (address + bytes <= entry.end) {
      entry.last_use = ++uses_;
      return entry;
    }
  }
  if (entries_.size() == entries_kept) drop_oldest();
  // Registers whole pages: memory beside this is likely to be used next, and the rest of its pages
  // is mapped, too.
  std::byte* const begin = rounded_down(address);
  std::byte* const end = rounded_down(address + bytes + page - 1);
  auto registration = port_.add_registration(begin, static_cast<std::size_t>(end - begin));
  return entries_
      .insert_or_assign(begin, Entry{.number = ++last_number_,
                                     .begin = begin,
                                     .end = end,
                                     .registration = std::move(registration),
                                     .last_use = ++uses_})
      .first->second;
}

void RegistrationCache::drop_unmapped() {
  for (const auto& [begin, end] : port_.take_unmapped())
    std::erase_if(entries_, [&](const auto& entry) {
      return entry.second.begin < end && begin < entry.second.end;
    });
}

void RegistrationCache::drop_oldest() {
  entries_.erase(std::ranges::min_element(entries_, {},
                                          [](const auto& entry) { return entry.second.last_use; }));
}

}  // namespace tutti::fabric
