#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <mutex>

namespace tutti::preload {

/// Operations or datatypes of the program that started calls use. The program may free them while
/// such calls are pending; they are then freed when the last of these calls is complete. Duplicates
/// would not do: an operation is called with the datatype of the call, and may compare the handle.
template <class Handle, int (*release)(Handle*)>
class HandlesInUse {
 public:
  struct Held {
    explicit Held(Handle own) : handle(own) {}
    ~Held() {
      if (freed_by_program) release(&handle);
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    Handle handle;
    bool freed_by_program = false;
  };

  std::shared_ptr<Held> hold(Handle handle) {
    const std::scoped_lock lock(mutex_);
    auto& known = held_[handle];
    auto held = known.lock();
    if (!held) known = held = std::make_shared<Held>(handle);
    return held;
  }

  /// Returns true if any handle is in use.
  bool any() {
    const std::scoped_lock lock(mutex_);
    std::erase_if(held_, [](const auto& known) { return known.second.expired(); });
    return !held_.empty();
  }

  /// Frees a handle as MPI_Op_free or MPI_Type_free does, called by the program, and sets it to
  /// `none`. Returns MPI's error code.
  int free(Handle* handle, Handle none) {
    const auto held = take_out(*handle);
    if (!held) return release(handle);
    *handle = none;
    return MPI_SUCCESS;
  }

 private:
  /// Removes the handle and returns what holds it; null if no call uses it. The caller releases it
  /// without the lock: that may call functions of the program, which may free other handles.
  std::shared_ptr<Held> take_out(Handle handle) {
    const std::scoped_lock lock(mutex_);
    const auto known = held_.extract(handle);
    auto held = known ? known.mapped().lock() : nullptr;
    if (held) held->freed_by_program = true;
    return held;
  }

  std::mutex mutex_;
  std::map<Handle, std::weak_ptr<Held>> held_;
};

using OpsInUse = HandlesInUse<MPI_Op, PMPI_Op_free>;
using TypesInUse = HandlesInUse<MPI_Datatype, PMPI_Type_free>;

}  // namespace tutti::preload
