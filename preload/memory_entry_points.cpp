// Functions of the C library that give memory away or change who may access it. Its protected parts
// are made accessible first. For memory that is unmapped, mapped over or discarded UCX reports the
// events: see optimized/overlap/unmap_and_fork.cpp.
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
#include "preload/wait_for_memory.hpp"

using tutti::next_symbol;
using tutti::preload::wait_until_accessible;

static void make_allocated_accessible(void* memory) {
  if (memory && tutti::overlap::any_protected())
    wait_until_accessible(memory, malloc_usable_size(memory));
}

/// Resizes by allocating, copying and free(): a thread that defers its frees must not free by
/// realloc().
static void* other_memory(void* memory, std::size_t bytes) {
  void* const other = std::malloc(bytes);
  if (!other) return nullptr;
  std::memcpy(other, memory, std::min(bytes, malloc_usable_size(memory)));
  std::free(memory);
  return other;
}

static void* resize(void* memory, std::size_t bytes) {
  if (memory && tutti::overlap::defers_frees()) return other_memory(memory, bytes);
  make_allocated_accessible(memory);
  return next_symbol<realloc>("realloc")(memory, bytes);
}

/// Returns the next free(); null while this thread looks it up. Before any lookup the dynamic
/// linker frees the text of its last error, which constructors of libraries may have left before
/// the very first call of free(). The inner call then does nothing, and the outer one frees the
/// text after the lookup.
static auto* next_free() {
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

// The allocator writes into freed memory while it holds a lock.
void free(void* memory) {
  if (tutti::overlap::defer_free(memory)) return;
  make_allocated_accessible(memory);
  if (auto* const free_there = next_free()) free_there(memory);
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

// The kernel locks only pages that it can access.
int mlock(const void* memory, std::size_t bytes) {
  wait_until_accessible(memory, bytes);
  return next_symbol<mlock>("mlock")(memory, bytes);
}

int mlock2(const void* memory, std::size_t bytes, unsigned flags) {
  wait_until_accessible(memory, bytes);
  return next_symbol<mlock2>("mlock2")(memory, bytes, flags);
}

}  // extern "C"
