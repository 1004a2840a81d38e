#include "optimized/overlap/memory_events.hpp"

#include <pthread.h>
#include <ucm/api/ucm.h>

#include <limits>

#include "optimized/fabric/port.hpp"
#include "optimized/overlap/closed_pages.hpp"
#include "optimized/overlap/private_memory.hpp"
#include "optimized/overlap/stand_in.hpp"

namespace tutti::overlap {
namespace {

/// Ahead of all others, who may be about to forget the memory.
constexpr int priority = 0;

void unmapping(ucm_event_type_t, ucm_event_t* event, void*) {
  if (StandIn::is_ending()) return;
  wait_until_open(event->vm_unmapped.address, event->vm_unmapped.size);
  forget_private_memory();
}

}  // namespace

void wait_until_all_open() { wait_until_open(nullptr, std::numeric_limits<std::size_t>::max()); }

/// A child process has none of the threads that would fetch its data.
void watch_memory() {
  if (ucm_set_event_handler(UCM_EVENT_VM_UNMAPPED, priority, unmapping, nullptr) != UCS_OK)
    throw fabric::FabricError("this process' unmapping of memory cannot be watched");
  pthread_atfork(wait_until_all_open, nullptr, nullptr);
}

}  // namespace tutti::overlap
