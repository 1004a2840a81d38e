#include "preload/window_memory.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "contract/mpi_error.hpp"

namespace tutti::preload {
namespace {

struct Range {
  MPI_Win window;
  const std::byte *begin, *end;
};

std::mutex mutex;
std::vector<Range> ranges;

int conceal_all(MPI_Win window, int, void*, void*) {
  const std::scoped_lock lock(mutex);
  std::erase_if(ranges, [=](const Range& range) { return range.window == window; });
  return MPI_SUCCESS;
}

/// Attaches an attribute to the window, which the library deletes with it, whether a C or a Fortran
/// program frees the window. Then its memory is no longer exposed.
void conceal_with(MPI_Win window) {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    check(PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, conceal_all, &created, nullptr));
    return created;
  }();
  void* value = nullptr;
  int found = 0;
  check(PMPI_Win_get_attr(window, key, static_cast<void*>(&value), &found));
  if (!found) check(PMPI_Win_set_attr(window, key, nullptr));
}

template <class Value>
Value* attribute(MPI_Win window, int key) {
  void* value = nullptr;
  int found = 0;
  check(PMPI_Win_get_attr(window, key, static_cast<void*>(&value), &found));
  return found ? static_cast<Value*>(value) : nullptr;
}

void expose(MPI_Win window, const std::byte* base, MPI_Aint bytes) {
  if (bytes <= 0) return;
  conceal_with(window);
  const std::scoped_lock lock(mutex);
  ranges.push_back({window, base, base + bytes});
}

}  // namespace

int window_memory_added(int code, const MPI_Win* window) {
  if (code != MPI_SUCCESS) return code;
  return error_code_of([&] {
    if (const auto* const bytes = attribute<MPI_Aint>(*window, MPI_WIN_SIZE))
      expose(*window, attribute<const std::byte>(*window, MPI_WIN_BASE), *bytes);
  });
}

int window_memory_added(int code, MPI_Win window, const void* base, MPI_Aint bytes) {
  if (code != MPI_SUCCESS) return code;
  return error_code_of([&] { expose(window, static_cast<const std::byte*>(base), bytes); });
}

void window_memory_removed(MPI_Win window, const void* base) {
  const std::scoped_lock lock(mutex);
  const auto removed = std::ranges::find_if(
      ranges, [&](const Range& range) { return range.window == window && range.begin == base; });
  if (removed != ranges.end()) ranges.erase(removed);
}

bool is_window_memory(overlap::Pages pages) {
  const std::scoped_lock lock(mutex);
  return std::ranges::any_of(ranges, [=](const Range& range) {
    return range.begin < pages.end && pages.begin < range.end;
  });
}

}  // namespace tutti::preload
