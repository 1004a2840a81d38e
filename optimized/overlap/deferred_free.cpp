#include "optimized/overlap/deferred_free.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

#include "contract/blocked_signals.hpp"

namespace tutti::overlap {
namespace {

/// In the memory that was left itself: there is room for a pointer in all that an allocator gives.
struct Left {
  Left* next;
};

constinit std::atomic<Left*> all_left = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool leaves = false;

}  // namespace

void defer_frees_of_this_thread() noexcept { leaves = true; }

bool defers_frees() noexcept { return leaves; }

bool defer_free(void* memory) noexcept {
  if (!leaves || !memory) return false;
  auto* const left = new (memory) Left{all_left.load(std::memory_order_relaxed)};
  while (!all_left.compare_exchange_weak(left->next, left, std::memory_order_release,
                                         std::memory_order_relaxed))
    continue;
  return true;
}

void run_deferred_frees() noexcept {
  if (!all_left.load(std::memory_order_relaxed)) return;
  const BlockedSignals held;
  for (Left* left = all_left.exchange(nullptr, std::memory_order_acquire); left;)
    std::free(std::exchange(left, left->next));
}

}  // namespace tutti::overlap
