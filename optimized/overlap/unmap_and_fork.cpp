#include "optimized/overlap/unmap_and_fork.hpp"

#include <pthread.h>
#include <ucm/api/ucm.h>

#include <limits>

#include "optimized/fabric/port.hpp"
#include "optimized/overlap/private_memory.hpp"
#include "optimized/overlap/protected_pages.hpp"
#include "optimized/overlap/relocated_pages.hpp"

namespace tutti::overlap {
namespace {

/// Priority of the event handler: ahead of all others, which may be about to discard what they know
/// of the memory.
constexpr int priority = 0;

void unmapping(ucm_event_type_t, ucm_event_t* event, void*) {
  if (RelocatedPages::is_ending()) return;
  wait_until_accessible(event->vm_unmapped.address, event->vm_unmapped.size);
  forget_private_memory();
}

}  // namespace

void wait_until_all_accessible() {
  wait_until_accessible(nullptr, std::numeric_limits<std::size_t>::max());
}

/// Waits before fork(), since a child process has none of the threads that would fetch its data.
void watch_memory() {
  if (ucm_set_event_handler(UCM_EVENT_VM_UNMAPPED, priority, unmapping, nullptr) != UCS_OK)
    throw fabric::FabricError("this process' unmapping of memory cannot be watched");
  pthread_atfork(wait_until_all_accessible, nullptr, nullptr);
}

}  // namespace tutti::overlap
