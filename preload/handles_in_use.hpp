#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <mutex>

namespace tutti::preload {

/// Operations or datatypes of the program, which started calls keep: the program may free them while calls
/// that use them are under way. A duplicate would not do, since an operation is called with the very datatype
/// of the call, and may ask which it is. They are freed when the last of these calls is complete.
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

  /// Whether any is held.
  bool any() {
    const std::scoped_lock lock(mutex_);
    std::erase_if(held_, [](const auto& known) { return known.second.expired(); });
    return !held_.empty();
  }

  /// MPI_Op_free or MPI_Type_free, as the program calls it; `none` is what becomes of the handle. Returns MPI's
  /// error code.
  int free(Handle* handle, Handle none) {
    const auto held = no_longer_held(*handle);
    if (!held) return release(handle);
    *handle = none;
    return MPI_SUCCESS;
  }

 private:
  /// Null if no call uses it. What is released may call functions of the program's, which may free others.
  std::shared_ptr<Held> no_longer_held(Handle handle) {
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
