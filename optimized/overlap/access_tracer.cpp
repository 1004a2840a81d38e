#include "optimized/overlap/access_tracer.hpp"

#include <poll.h>

#include <array>

#include "contract/blocked_signals.hpp"
#include "optimized/overlap/deferred_free.hpp"

namespace tutti::overlap {
namespace {

/// Minimum number of sub-messages: fewer are all requested at the same time anyway.
constexpr std::size_t sub_messages_min = 4;

}  // namespace

AccessTracer::AccessTracer(Guard& guard)
    : guard_(guard), thread_(thread_with_blocked_signals([this] { run(); })) {}

AccessTracer::~AccessTracer() {
  ending_ = true;
  event_fd_.notify();
  thread_.join();
  for (const auto& trace : traces_) trace->unprotect_all();
}

bool AccessTracer::pays_for(Pages pages) { return SubMessages(pages).count() >= sub_messages_min; }

/// Notifies the tracer once, since accesses before the trace began did not.
std::shared_ptr<const AccessTrace> AccessTracer::trace(Pages pages) {
  if (!pays_for(pages)) return nullptr;
  auto protected_memory = guard_.protect(pages);
  if (!protected_memory) return nullptr;
  auto trace = std::make_shared<AccessTrace>(std::move(protected_memory), event_fd_.descriptor());
  {
    const SignalBlockingLock lock(mutex_);
    traces_.push_back(trace);
  }
  event_fd_.notify();
  return trace;
}

void AccessTracer::run() noexcept {
  defer_frees_of_this_thread();
  while (!ending_) {
    wait();
    const std::scoped_lock lock(mutex_);
    for (const auto& trace : traces_) trace->unprotect_wanted();
    std::erase_if(traces_, [](const auto& trace) { return trace->is_over(); });
  }
}

void AccessTracer::wait() noexcept {
  std::array<pollfd, 2> files{};
  {
    const std::scoped_lock lock(mutex_);
    files[0] = {.fd = event_fd_.descriptor(), .events = POLLIN, .revents = 0};
    files[1] = {.fd = traces_.empty() ? -1 : guard_.faults_file(), .events = POLLIN, .revents = 0};
  }
  poll(files.data(), files.size(), -1);
  event_fd_.drain();
}

}  // namespace tutti::overlap
