#include "optimized/overlap/access_tracer.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

#include <array>
#include <csignal>
#include <system_error>

namespace tutti::overlap {
namespace {

/// With fewer, all are asked for at once anyway.
constexpr std::size_t sub_messages_min = 4;

/// A handler of the program's might wait for what only this thread opens.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

File create_eventfd() {
  File file(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!file) throw std::system_error(errno, std::generic_category(), "eventfd");
  return file;
}

}  // namespace

AccessTracer::AccessTracer(Guard& guard)
    : guard_(guard), bell_(create_eventfd()), thread_([this] { run(); }) {}

AccessTracer::~AccessTracer() {
  ending_ = true;
  ring();
  thread_.join();
  for (const auto& trace : traces_) trace->open_all();
}

bool AccessTracer::pays_for(Pages pages) { return SubMessages(pages).count() >= sub_messages_min; }

/// What was wanted before the trace began rang nowhere.
std::shared_ptr<const AccessTrace> AccessTracer::trace(Pages pages) {
  if (!pays_for(pages)) return nullptr;
  auto closed = guard_.close(pages);
  if (!closed) return nullptr;
  auto trace = std::make_shared<AccessTrace>(std::move(closed), bell_.descriptor());
  {
    const std::scoped_lock lock(mutex_);
    traces_.push_back(trace);
  }
  ring();
  return trace;
}

void AccessTracer::run() noexcept {
  block_signals();
  while (!ending_) {
    wait();
    const std::scoped_lock lock(mutex_);
    for (const auto& trace : traces_) trace->open_wanted();
    std::erase_if(traces_, [](const auto& trace) { return trace->is_over(); });
  }
}

/// By the system call itself: a preloaded library may export a function that waits for closed pages.
void AccessTracer::wait() noexcept {
  std::array<pollfd, 2> files{};
  {
    const std::scoped_lock lock(mutex_);
    files[0] = {.fd = bell_.descriptor(), .events = POLLIN, .revents = 0};
    files[1] = {.fd = traces_.empty() ? -1 : guard_.faults_file(), .events = POLLIN, .revents = 0};
  }
  poll(files.data(), files.size(), -1);
  std::uint64_t rung = 0;
  syscall(SYS_read, bell_.descriptor(), &rung, sizeof rung);
}

void AccessTracer::ring() noexcept {
  const std::uint64_t once = 1;
  syscall(SYS_write, bell_.descriptor(), &once, sizeof once);
}

}  // namespace tutti::overlap
