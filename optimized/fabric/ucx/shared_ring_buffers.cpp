#include "optimized/fabric/ucx/shared_ring_buffers.hpp"

#include <algorithm>
#include <new>

#include "contract/host_info.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/fabric/ucx/endpoint.hpp"

namespace tutti::fabric::ucx {
namespace {

using Offer = SharedRings::Offer;

Offer offer_of(ucp_context_h context, const SharedMemory& memory, ThreadMutex& guard) {
  const std::scoped_lock lock(guard);
  Offer offer{.process = ProcessId::own()};
  machine_id().copy(offer.machine, sizeof offer.machine);
  offer.address = reinterpret_cast<std::uintptr_t>(memory.address());
  void* key = nullptr;
  std::size_t bytes = 0;
  check(ucp_rkey_pack(context, memory.handle(), &key, &bytes), "sharing memory");
  offer.key_bytes = static_cast<std::uint32_t>(bytes);
  if (bytes <= key_bytes_max) std::memcpy(offer.key, key, bytes);
  ucp_rkey_buffer_release(key);
  check(bytes <= key_bytes_max ? UCS_OK : UCS_ERR_EXCEEDS_LIMIT, "sharing memory");
  return offer;
}

std::vector<Offer> exchanged(const Offer& own, std::size_t ranks, MPI_Comm comm) {
  std::vector<Offer> all(ranks);
  constexpr int bytes = sizeof(Offer);
  tutti::check(PMPI_Allgather(&own, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm));
  return all;
}

std::vector<int> exchanged(const std::vector<int>& for_each, MPI_Comm comm) {
  std::vector<int> from_each(for_each.size());
  tutti::check(PMPI_Alltoall(for_each.data(), 1, MPI_INT, from_each.data(), 1, MPI_INT, comm));
  return from_each;
}

/// Returns which ring of this process is for which rank, -1 where there is none.
std::vector<int> numbered(const std::vector<Endpoint*>& peers) {
  std::vector<int> numbers;
  int next = 0;
  for (const auto* peer : peers) numbers.push_back(peer ? next++ : -1);
  return numbers;
}

std::size_t bytes_for(const std::vector<Endpoint*>& peers) {
  const auto rings =
      static_cast<std::size_t>(std::ranges::count_if(peers, [](auto* p) { return p; }));
  return std::max<std::size_t>(rings, 1) * sizeof(RingMemory);
}

}  // namespace

SharedMemory::SharedMemory(ucp_context_h context, std::size_t bytes, ThreadMutex& guard)
    : context_(context) {
  const std::scoped_lock lock(guard);
  ucp_mem_map_params_t parameters{};
  parameters.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH |
                          UCP_MEM_MAP_PARAM_FIELD_FLAGS;
  parameters.length = bytes;
  parameters.flags = UCP_MEM_MAP_ALLOCATE;
  check(ucp_mem_map(context, &parameters, &memory_), "allocating shared memory");
  ucp_mem_attr_t attributes{};
  attributes.field_mask = UCP_MEM_ATTR_FIELD_ADDRESS;
  check(ucp_mem_query(memory_, &attributes), "looking at shared memory");
  address_ = static_cast<std::byte*>(attributes.address);
}

SharedRings::SharedRings(ucp_context_h context, MPI_Comm comm, const std::vector<Endpoint*>& peers,
                         ThreadMutex& guard)
    : memory_(context, bytes_for(peers), guard) {
  const auto own = numbered(peers);
  auto* const rings = reinterpret_cast<RingMemory*>(memory_.address());
  for (const int number : own)
    if (number >= 0) new (rings + number) RingMemory{};
  const Offer own_offer = offer_of(context, memory_, guard);
  const auto offers = exchanged(own_offer, peers.size(), comm);
  const auto theirs = exchanged(own, comm);
  std::vector<int> reached(peers.size(), 0);
  for (std::size_t rank = 0; rank < peers.size(); ++rank) {
    const bool here = std::ranges::equal(offers[rank].machine, own_offer.machine);
    // A rank that has a ring to this one by now, through another thread, offers none.
    if (!peers[rank] || theirs[rank] < 0 || !here) continue;
    const std::scoped_lock lock(guard);
    peers[rank]->watch(offers[rank].process);
    reached[rank] = reach(*peers[rank], offers[rank], theirs[rank]);
  }
  const auto reached_by = exchanged(reached, comm);
  for (std::size_t rank = 0; rank < peers.size(); ++rank)
    if (peers[rank] && reached_by[rank]) inbound_.emplace_back(rings[own[rank]]);
}

bool SharedRings::reach(Endpoint& peer, const Offer& offer, int number) {
  auto key = std::make_unique<OpenedKey>(peer.handle(), Bytes{offer.key, offer.key_bytes});
  void* ring = nullptr;
  const auto address = offer.address + static_cast<std::uint64_t>(number) * sizeof(RingMemory);
  if (ucp_rkey_ptr(key->handle(), address, &ring) != UCS_OK) return false;
  peer.write_to(*static_cast<RingMemory*>(ring));
  keys_.push_back(std::move(key));
  return true;
}

}  // namespace tutti::fabric::ucx
