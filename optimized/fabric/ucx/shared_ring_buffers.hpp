#pragma once

#include <cstdint>
#include <vector>

#include "optimized/fabric/ring_buffer.hpp"
#include "optimized/fabric/ucx/peer_process.hpp"
#include "optimized/fabric/ucx/registration.hpp"

namespace tutti::fabric::ucx {

class Endpoint;

/// Memory that UCX allocates so that processes of the same machine can see it.
class SharedMemory {
 public:
  /// `guard` is the mutex that guards UCX, and must not be held by the caller.
  SharedMemory(ucp_context_h context, std::size_t bytes, ThreadMutex& guard);
  ~SharedMemory() { ucp_mem_unmap(context_, memory_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* address() const { return address_; }
  ucp_mem_h handle() const { return memory_; }

 private:
  ucp_context_h context_;
  ucp_mem_h memory_ = nullptr;
  std::byte* address_ = nullptr;
};

/// The rings from one set of peers to this process, and this process's ends of the rings to them.
class SharedRings {
 public:
  /// Collective over the communicator. `peers` are the endpoints by rank; null where the two
  /// processes are connected already. `guard` is the mutex that guards UCX, and must not be held by
  /// the caller.
  SharedRings(ucp_context_h context, MPI_Comm comm, const std::vector<Endpoint*>& peers,
              ThreadMutex& guard);

  /// The data by which all other ranks can access a rank's memory.
  struct Offer {
    char machine[40] = {};  ///< equal for ranks that can share memory
    ProcessId process = {};
    std::uint64_t address = 0;
    std::uint32_t key_bytes = 0;
    std::byte key[key_bytes_max] = {};
  };

  /// Returns the ends of the rings from the peers.
  const std::vector<RingReader>& inbound() const { return inbound_; }

 private:
  bool reach(Endpoint& peer, const Offer& offer, int number);

  SharedMemory memory_;
  std::vector<std::unique_ptr<OpenedKey>> keys_;
  std::vector<RingReader> inbound_;
};

}  // namespace tutti::fabric::ucx
