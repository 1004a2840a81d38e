#include "optimized/overlap/thread_stacks.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace tutti::overlap {
namespace {

/// Assumed size of the stack of a coroutine: the usual maximum.
constexpr std::size_t coroutine_stack_bytes = std::size_t{8} << 20;

/// A record of a stack. Other threads read it without a lock, since a child process might find the
/// lock held.
struct StackRecord {
  std::atomic<bool> is_used = true;
  std::atomic<std::byte*> begin = nullptr, end = nullptr;
  StackRecord* next = nullptr;

  Pages pages() const { return {begin, end}; }
  void set(Pages stack) {
    begin = stack.begin;
    end = stack.end;
  }
};

constinit std::atomic<StackRecord*> records = nullptr;

/// Returns a record that a thread has left, or a new one. It stays on the list.
StackRecord& take_record() {
  for (StackRecord* record = records; record; record = record->next)
    if (!record->is_used.exchange(true)) return *record;
  auto* const added = new StackRecord;
  added->next = records;
  while (!records.compare_exchange_weak(added->next, added)) {
  }
  return *added;
}

/// Returns whether this is the first thread of the process. Its stack has a name in
/// /proc/self/maps; the bounds that glibc reports for it may span half of the address space.
bool is_first_thread() { return syscall(SYS_gettid) == getpid(); }

Pages find_own_stack() {
  pthread_attr_t attributes;
  if (is_first_thread() || pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  return {static_cast<std::byte*>(begin), static_cast<std::byte*>(begin) + bytes};
}

class OwnStack {
 public:
  OwnStack() : place_(take_record()) { place_.set(find_own_stack()); }
  ~OwnStack() {
    place_.set({});
    place_.is_used = false;
  }
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  Pages pages() const { return place_.pages(); }

 private:
  StackRecord& place_;
};

const OwnStack& own_stack() {
  thread_local const OwnStack stack;
  return stack;
}

/// Returns memory in which the frames of the caller may lie. A frame outside of the thread's own
/// stack is that of a coroutine, whose stack is not recorded.
Pages frames_of_caller() {
  auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
  const Pages stack = own_stack().pages();
  return stack.contains(frame) ? stack : Pages{frame, frame + coroutine_stack_bytes};
}

}  // namespace

void record_own_stack() { own_stack(); }

bool is_on_stack(Pages pages) {
  if (!intersection(frames_of_caller(), pages).empty()) return true;
  for (const StackRecord* record = records; record; record = record->next)
    if (!intersection(record->pages(), pages).empty()) return true;
  return false;
}

}  // namespace tutti::overlap
