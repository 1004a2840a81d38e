#include "optimized/overlap/deferred_free.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

#include "contract/blocked_signals.hpp"

namespace tutti::overlap {
namespace {

/// A list node in the deferred memory itself: every allocation has room for a pointer.
struct DeferredNode {
  DeferredNode* next;
};

constinit std::atomic<DeferredNode*> all_deferred = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool leaves = false;

}  // namespace

void defer_frees_of_this_thread() noexcept { leaves = true; }

bool defers_frees() noexcept { return leaves; }

bool defer_free(void* memory) noexcept {
  if (!leaves || !memory) return false;
  auto* const left = new (memory) DeferredNode{all_deferred.load(std::memory_order_relaxed)};
  while (!all_deferred.compare_exchange_weak(left->next, left, std::memory_order_release,
                                             std::memory_order_relaxed))
    continue;
  return true;
}

void run_deferred_frees() noexcept {
  if (!all_deferred.load(std::memory_order_relaxed)) return;
  const BlockedSignals held;
  for (DeferredNode* left = all_deferred.exchange(nullptr, std::memory_order_acquire); left;)
    std::free(std::exchange(left, left->next));
}

}  // namespace tutti::overlap
