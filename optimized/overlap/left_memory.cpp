#include "optimized/overlap/left_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

#include "contract/held_signals.hpp"

namespace tutti::overlap {
namespace {

/// In the memory that was left itself: there is room for a pointer in all that an allocator gives.
struct Left {
  Left* next;
};

constinit std::atomic<Left*> all_left = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool leaves = false;

}  // namespace

void leave_memory_to_program() noexcept { leaves = true; }

bool leaves_memory_to_program() noexcept { return leaves; }

bool is_left(void* memory) noexcept {
  if (!leaves || !memory) return false;
  auto* const left = new (memory) Left{all_left.load(std::memory_order_relaxed)};
  while (!all_left.compare_exchange_weak(left->next, left, std::memory_order_release,
                                         std::memory_order_relaxed))
    continue;
  return true;
}

void free_left() noexcept {
  if (!all_left.load(std::memory_order_relaxed)) return;
  const HeldSignals held;
  for (Left* left = all_left.exchange(nullptr, std::memory_order_acquire); left;)
    std::free(std::exchange(left, left->next));
}

}  // namespace tutti::overlap
