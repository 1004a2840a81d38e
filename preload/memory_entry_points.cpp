// Functions of the C library that give memory away, or change who may touch it: what of it is closed is open
// before they begin. Of memory that is unmapped, mapped over or forgotten UCX tells: see
// optimized/overlap/memory_events.cpp.
#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "optimized/fabric/next_symbol.hpp"
#include "optimized/overlap/deferred_free.hpp"
#include "preload/accessible_memory.hpp"

using tutti::next_symbol;
using tutti::preload::wait_until_accessible;

static void open_allocated(void* memory) {
  if (memory && tutti::overlap::any_protected())
    wait_until_accessible(memory, malloc_usable_size(memory));
}

/// Who leaves what it frees to the program must not have it freed by realloc().
static void* other_memory(void* memory, std::size_t bytes) {
  void* const other = std::malloc(bytes);
  if (!other) return nullptr;
  std::memcpy(other, memory, std::min(bytes, malloc_usable_size(memory)));
  std::free(memory);
  return other;
}

static void* resize(void* memory, std::size_t bytes) {
  if (memory && tutti::overlap::defers_frees()) return other_memory(memory, bytes);
  open_allocated(memory);
  return next_symbol<realloc>("realloc")(memory, bytes);
}

/// Null while this thread looks for it: before the dynamic linker looks for anything it frees the text of its
/// last error, and libraries' constructors may have left one before the first free() of all. That text is freed
/// when it has been found.
static auto* free_beneath() {
  static constinit std::atomic<void (*)(void*)> found = nullptr;
  static constinit thread_local bool looking = false;
  auto* free_there = found.load(std::memory_order_relaxed);
  if (free_there || looking) return free_there;
  looking = true;
  free_there = next_symbol<void(void*)>("free");
  looking = false;
  found.store(free_there, std::memory_order_relaxed);
  return free_there;
}

extern "C" {

// The allocator writes into what it gets back, while it holds a lock.
void free(void* memory) {
  if (tutti::overlap::defer_free(memory)) return;
  open_allocated(memory);
  if (auto* const free_there = free_beneath()) free_there(memory);
}

void* realloc(void* memory, std::size_t bytes) { return resize(memory, bytes); }

void* reallocarray(void* memory, std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (!__builtin_mul_overflow(count, bytes, &all)) return resize(memory, all);
  errno = ENOMEM;
  return nullptr;
}

void* mremap(void* memory, std::size_t bytes, std::size_t new_bytes, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  void* const target = va_arg(arguments, void*);
  va_end(arguments);
  wait_until_accessible(memory, bytes);
  return next_symbol<mremap>("mremap")(memory, bytes, new_bytes, flags, target);
}

int mprotect(void* memory, std::size_t bytes, int access) {
  wait_until_accessible(memory, bytes);
  return next_symbol<mprotect>("mprotect")(memory, bytes, access);
}

int pkey_mprotect(void* memory, std::size_t bytes, int access, int key) {
  wait_until_accessible(memory, bytes);
  return next_symbol<pkey_mprotect>("pkey_mprotect")(memory, bytes, access, key);
}

// The kernel locks what it can reach.
int mlock(const void* memory, std::size_t bytes) {
  wait_until_accessible(memory, bytes);
  return next_symbol<mlock>("mlock")(memory, bytes);
}

int mlock2(const void* memory, std::size_t bytes, unsigned flags) {
  wait_until_accessible(memory, bytes);
  return next_symbol<mlock2>("mlock2")(memory, bytes, flags);
}

}  // extern "C"
