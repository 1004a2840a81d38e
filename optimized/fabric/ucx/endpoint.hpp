#pragma once

#include <deque>
#include <optional>
#include <string>

#include "optimized/fabric/ring_buffer.hpp"
#include "optimized/fabric/ucx/handles.hpp"
#include "optimized/fabric/ucx/peer_process.hpp"

namespace tutti::fabric::ucx {

/// The connection to another process: a UCX endpoint, created when it is first used, and on the
/// same machine a ring, which then carries all active messages.
class Endpoint : public Peer {
 public:
  Endpoint(ucp_worker_h worker, std::string address)
      : worker_(worker), address_(std::move(address)) {}
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  ucp_ep_h handle() { return handle_ ? handle_ : connect(); }

  /// Returns whether it is known already if there can be rings between the two processes.
  bool rings_were_negotiated() const { return acquainted_; }
  void negotiate_rings() { acquainted_ = true; }

  /// Makes the endpoint write to the ring, unless it writes to another one already.
  void write_to(RingMemory& ring) {
    if (!ring_) ring_.emplace(ring);
  }
  bool has_ring() const { return ring_.has_value(); }
  /// Notes which process of this machine the peer is.
  void watch(const ProcessId& id) {
    if (!process_) process_.emplace(id);
  }
  /// Returns the peer if it is a process of this machine; else null.
  const Process* process() const { return process_ ? &*process_ : nullptr; }
  /// Throws FabricError if the peer is known to have gone. Connects to it, since that may reveal
  /// it.
  void check_alive();

  /// Writes the message into the ring. Returns false if there is no ring, or no room.
  bool write_at_once(Bytes header, Bytes data) {
    return ring_ && backlog_.empty() && ring_->write(header, data);
  }
  /// Writes the message into the ring. Returns false if it will be written when there is room.
  bool write(Bytes header, Bytes data, Completion& completion);
  bool has_backlog() const { return !backlog_.empty(); }
  /// Writes the waiting messages that there is room for by now.
  void write_backlog();

 private:
  struct Message {
    Bytes header, data;
    Completion* completion;
  };

  ucp_ep_h connect();
  static void lost(void* endpoint, ucp_ep_h, ucs_status_t status);

  ucp_worker_h worker_;
  std::string address_;
  ucp_ep_h handle_ = nullptr;
  ucs_status_t state_ = UCS_OK;  ///< why the connection was lost
  std::optional<Process> process_;
  bool acquainted_ = false;
  std::optional<RingWriter> ring_;
  std::deque<Message> backlog_;
};

}  // namespace tutti::fabric::ucx
