#include "optimized/fabric/ucx/unmapped_memory.hpp"

#include "optimized/fabric/ucx/handles.hpp"

namespace tutti::fabric::ucx {
namespace {

constexpr int priority = 1000;

/// The end of the address space.
std::byte* const everywhere = reinterpret_cast<std::byte*>(~std::uintptr_t{0});

}  // namespace

UnmappedMemory::UnmappedMemory() {
  const auto status = ucm_set_event_handler(UCM_EVENT_VM_UNMAPPED, priority, unmapping, this);
  is_told_ = status != UCS_ERR_UNSUPPORTED;
  if (is_told_) check(status, "watching for unmapped memory");
}

UnmappedMemory::~UnmappedMemory() {
  ucm_unset_event_handler(UCM_EVENT_VM_UNMAPPED, unmapping, this);
}

Port::Unmapped UnmappedMemory::take() {
  if (!is_told_) return {{nullptr, everywhere}};
  if (size_.load(std::memory_order_acquire) == 0) return {};
  std::array<std::pair<std::byte*, std::byte*>, remembered> taken;
  lock();
  const std::size_t size = size_.exchange(0);
  taken = ranges_;
  unlock();
  return {taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size)};
}

void UnmappedMemory::unmapping(ucm_event_type_t, ucm_event_t* event, void* self) {
  auto* const begin = static_cast<std::byte*>(event->vm_unmapped.address);
  static_cast<UnmappedMemory*>(self)->add(begin, begin + event->vm_unmapped.size);
}

void UnmappedMemory::add(std::byte* begin, std::byte* end) {
  lock();
  const std::size_t size = size_.load();
  if (size < remembered) {
    ranges_[size] = {begin, end};
    size_.store(size + 1, std::memory_order_release);
  } else {
    ranges_[remembered - 1] = {nullptr, everywhere};
  }
  unlock();
}

void UnmappedMemory::lock() {
  while (busy_.test_and_set(std::memory_order_acquire)) {
  }
}

}  // namespace tutti::fabric::ucx
