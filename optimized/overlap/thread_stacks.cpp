#include "optimized/overlap/thread_stacks.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace tutti::overlap {
namespace {

/// As long as stacks usually get.
constexpr std::size_t coroutine_stack_bytes = std::size_t{8} << 20;

/// Where a stack is noted. Others read it without a lock, which a child process might find held.
struct Place {
  std::atomic<bool> is_used = true;
  std::atomic<std::byte*> begin = nullptr, end = nullptr;
  Place* next = nullptr;

  Pages pages() const { return {begin, end}; }
  void set(Pages stack) {
    begin = stack.begin;
    end = stack.end;
  }
};

constinit std::atomic<Place*> places = nullptr;

/// One that a thread has left, or a new one. It stays on the list.
Place& take_place() {
  for (Place* place = places; place; place = place->next)
    if (!place->is_used.exchange(true)) return *place;
  auto* const added = new Place;
  added->next = places;
  while (!places.compare_exchange_weak(added->next, added)) {
  }
  return *added;
}

/// The first thread's stack has a name in /proc/self/maps; what glibc takes for it may be half of the
/// address space.
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
  OwnStack() : place_(take_place()) { place_.set(find_own_stack()); }
  ~OwnStack() {
    place_.set({});
    place_.is_used = false;
  }
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  Pages pages() const { return place_.pages(); }

 private:
  Place& place_;
};

const OwnStack& own_stack() {
  thread_local const OwnStack stack;
  return stack;
}

/// Of what lies behind this frame. Who does not run where its thread began runs in a coroutine, of whose
/// stack nobody told.
Pages frames_of_caller() {
  auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
  const Pages stack = own_stack().pages();
  return stack.contains(frame) ? stack : Pages{frame, frame + coroutine_stack_bytes};
}

}  // namespace

void note_own_stack() { own_stack(); }

bool is_on_stack(Pages pages) {
  if (!intersection(frames_of_caller(), pages).empty()) return true;
  for (const Place* place = places; place; place = place->next)
    if (!intersection(place->pages(), pages).empty()) return true;
  return false;
}

}  // namespace tutti::overlap
