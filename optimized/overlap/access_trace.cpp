#include "optimized/overlap/access_trace.hpp"

#include <bit>

namespace tutti::overlap {
namespace {

std::uint64_t bits_of(const SubMessages& sub_messages) {
  return ~std::uint64_t{0} >> (SubMessages::count_max - sub_messages.count());
}

/// Clears the least significant bit that is set, and returns its position.
std::size_t take_bit(std::uint64_t& bits) {
  const auto least = static_cast<std::size_t>(std::countr_zero(bits));
  bits &= bits - 1;
  return least;
}

}  // namespace

AccessTrace::AccessTrace(std::unique_ptr<ProtectedMemory> protected_memory, int event_fd)
    : protected_memory_(std::move(protected_memory)),
      pages_(protected_memory_->pages()),
      sub_messages_(pages_),
      returned_early_(bits_of(sub_messages_)) {
  accesses_.reserve(sub_messages_.count());
  protected_memory_->notify_when_wanted(event_fd);
}

/// Records no order if a thread wants all that is left, as free() does, and the next call with this
/// buffer.
void AccessTrace::unprotect_wanted() noexcept {
  if (is_over()) return;
  std::uint64_t wanted = protected_memory_->take_wanted() & returned_early_;
  if (wanted == returned_early_ && !std::has_single_bit(wanted)) return unprotect_all();
  returned_early_ &= ~wanted;
  const auto now = Clock::now();
  while (wanted != 0) {
    const std::size_t next = take_bit(wanted);
    accesses_.push_back({next, now});
    protected_memory_->unprotect(sub_messages_[next]);
  }
  if (returned_early_ == 0) unprotect_all();
}

void AccessTrace::unprotect_all() noexcept {
  protected_memory_.reset();
  over_.store(true, std::memory_order_release);
  over_.notify_all();
}

void AccessTrace::end() const noexcept {
  if (is_over()) return;
  wait_until_accessible(pages_.begin, pages_.bytes());
  over_.wait(false, std::memory_order_acquire);
}

}  // namespace tutti::overlap
