#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <string>

#include "optimized/fabric/ucx/endpoint.hpp"
#include "optimized/fabric/ucx/shared_ring_buffers.hpp"
#include "optimized/fabric/ucx/unmapped_memory.hpp"

namespace tutti::fabric::ucx {

/// The port over UCX: active messages, puts and gets. Between processes of one machine active
/// messages go through rings in memory that UCX shares
/// (docs/decisions/0076-send-through-shared-memory-rings.md).
class UcxPort : public Port {
 public:
  UcxPort();
  ~UcxPort() override;

  std::vector<Peer*> join(MPI_Comm comm) override;
  void leave(MPI_Comm) override {}
  bool send(Peer& peer, Bytes header, Bytes data, Completion& completion) override;
  bool send_at_once(Peer& peer, Bytes header, Bytes data) override {
    return static_cast<Endpoint&>(peer).write_at_once(header, data);
  }
  std::size_t segment_bytes_max() const override;
  std::unique_ptr<Registration> add_registration(std::byte* address, std::size_t bytes) override;
  Unmapped take_unmapped() override { return unmapped_.take(); }
  std::unique_ptr<RemoteKey> open(Peer& peer, Bytes key) override;
  bool put(Peer& peer, Bytes source, const RemoteKey& key, std::uint64_t target,
           Completion& completion) override;
  bool get(Peer& peer, std::span<std::byte> target, const RemoteKey& key, std::uint64_t source,
           Completion& completion) override;
  void check_alive(Peer& peer) override { static_cast<Endpoint&>(peer).check_alive(); }
  bool progress() override;
  bool is_streaming() const override { return streaming_; }
  Sleep sleep_hint() override;
  void send_the_rest() override;

 private:
  static ucs_status_t arrived(void* port, const void* header, std::size_t header_bytes, void* data,
                              std::size_t bytes, const ucp_am_recv_param_t* parameters);
  std::vector<Endpoint*> endpoints_of(MPI_Comm comm);
  void negotiate_rings(MPI_Comm comm, const std::vector<Endpoint*>& endpoints);
  void hand_over(Bytes header, Payload& payload) noexcept;
  bool read_rings();
  bool write_backlogs();
  bool work();
  /// A put or a get, between memory of this process (here) and of the peer (there).
  struct Transfer {
    enum class Direction { put, get } direction;
    Endpoint* peer;
    std::span<std::byte> here;
    std::uint64_t there;
    ucp_rkey_h key;
    Completion* completion;
  };
  bool begin(const Transfer& transfer);
  bool copy_next();
  static bool is_copied(const Transfer& transfer);
  bool start(const Transfer& transfer);
  bool is_complete(ucs_status_ptr_t request, Completion& completion, const char* action);

  UnmappedMemory unmapped_;
  Context context_;
  Worker worker_;
  std::string address_;
  std::map<std::string, std::unique_ptr<Endpoint>> endpoints_;  ///< by the address of the process
  std::vector<std::unique_ptr<SharedRings>> rings_;
  std::vector<RingReader> inbound_;  ///< of all rings
  std::vector<Endpoint*> with_backlog_;
  std::deque<Transfer> copies_;  ///< transfers on this machine, made one by one
  struct UnderWay {
    ucs_status_ptr_t request;
    Completion* completion;
  };
  std::vector<UnderWay> under_way_;
  bool has_distant_peers_ = false;
  bool streaming_ = false;
  unsigned turns_ = 0;
  unsigned arrivals_ = 0;       ///< active messages that came through UCX
  std::exception_ptr failure_;  ///< of the handler, for the next progress() to throw
};

}  // namespace tutti::fabric::ucx
