#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "contract/thread_mutex.hpp"

namespace tutti::fabric {

using Bytes = std::span<const std::byte>;

/// What the fabric cannot go on after: a peer is gone, memory cannot be registered. The message
/// names the peer and the reason.
struct FabricError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Told once what was under way has ended: its memory may be used again. May not throw.
class Completion {
 public:
  virtual void complete() = 0;
  virtual void fail(const std::string& reason) = 0;

 protected:
  ~Completion() = default;
};

/// Bytes of an active message that outlive its handler. They lie where they arrived, or in a copy.
class Kept {
 public:
  using Release = void (*)(void* owner, const std::byte* data);

  Kept() = default;
  Kept(Bytes bytes, Release release, void* owner)
      : bytes_(bytes), release_(release), owner_(owner) {}
  Kept(Kept&& other) noexcept { swap(other); }
  Kept& operator=(Kept&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Kept() {
    if (release_) release_(owner_, bytes_.data());
  }
  /// A copy of its own.
  static Kept copy(Bytes bytes);

  Bytes bytes() const { return bytes_; }

 private:
  void swap(Kept& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(release_, other.release_);
    std::swap(owner_, other.owner_);
  }

  Bytes bytes_;
  Release release_ = nullptr;
  void* owner_ = nullptr;
};

/// The data of an active message, in the segment that it arrived in: there until the handler
/// returns, or for as long as it is kept.
class Payload {
 public:
  explicit Payload(Bytes bytes) : bytes_(bytes) {}
  virtual ~Payload() = default;
  Bytes bytes() const { return bytes_; }
  virtual Kept keep() { return Kept::copy(bytes_); }

 protected:
  Bytes bytes_;
};

/// Memory that peers may write to and read from. Remains valid while the registration lives.
class Registration {
 public:
  virtual ~Registration() = default;
  /// What a peer needs to reach the memory: at most `key_bytes_max` bytes.
  virtual Bytes key() const = 0;
};

constexpr std::size_t key_bytes_max = 256;
constexpr std::size_t header_bytes_max = 64;

/// How to wait without the port's mutex: until the file is readable, if there is one, and no longer than
/// this.
struct Sleep {
  int file = -1;
  std::chrono::nanoseconds longest = {};
};

/// Where the file tells of all that may arrive, and where something may arrive untold.
constexpr std::chrono::milliseconds sleep_told{5};
constexpr std::chrono::microseconds sleep_untold{50};

/// The connection to another process, or to this one.
class Peer {
 public:
  virtual ~Peer() = default;
};

/// Memory of a peer, as its key opened it.
class RemoteKey {
 public:
  virtual ~RemoteKey() = default;
};

/// What a handler is registered with: how long the headers of this process's active messages are,
/// and what is called for each active message that arrives, while the port
/// makes progress. It may send, put and get, but not wait.
struct Handler {
  void (*arrived)(void* context, Bytes header, Payload& payload) = nullptr;
  void* context = nullptr;
  std::size_t header_bytes = 0;  ///< at most header_bytes_max
};

/// Where this process touches the network: one per process, since ports are few. Everything is
/// nonblocking. An operation that can be complete at once is, and returns true; else its completion
/// is told so by a later progress(), and until then header, data and completion must stay as they
/// are. Throws FabricError. All but join(), leave() and send_the_rest()
/// is called with mutex() held.
class Port {
 public:
  virtual ~Port() = default;

  /// The processes of a communicator, in rank order. Called by all its ranks together, for a
  /// communicator that nobody else uses; each process is connected when it is first sent to. They
  /// live until the same communicator is left.
  virtual std::vector<Peer*> join(MPI_Comm comm) = 0;
  virtual void leave(MPI_Comm comm) = 0;

  void on_arrival(const Handler& handler) { handler_ = handler; }
  /// Sends an active message: a header of as many bytes as the handler says, and data.
  virtual bool send(Peer& peer, Bytes header, Bytes data, Completion& completion) = 0;
  /// The same if nothing has to be kept for it: else false, and nothing was sent.
  virtual bool send_at_once(Peer&, Bytes /*header*/, Bytes /*data*/) { return false; }
  /// The longest data that travel as one segment, without being taken apart and put together.
  virtual std::size_t segment_bytes_max() const = 0;

  /// Makes memory accessible for peers.
  virtual std::unique_ptr<Registration> add_registration(std::byte* address, std::size_t bytes) = 0;
  /// Memory that was unmapped since the last call: its registrations are void.
  using Unmapped = std::vector<std::pair<std::byte*, std::byte*>>;
  virtual Unmapped take_unmapped() { return {}; }
  /// How many pieces of memory of this process peers are about to reach, by now: they may need it to
  /// make progress meanwhile. See Exposure.
  int& exposed() { return exposed_; }
  /// Opens what Registration::key() told of a peer's memory.
  virtual std::unique_ptr<RemoteKey> open(Peer& peer, Bytes key) = 0;
  /// Writes to memory of the peer; complete when it is there before whatever is sent to the peer from
  /// then on.
  virtual bool put(Peer& peer, Bytes source, const RemoteKey& key, std::uint64_t target,
                   Completion& completion) = 0;
  /// Reads memory of the peer.
  virtual bool get(Peer& peer, std::span<std::byte> target, const RemoteKey& key,
                   std::uint64_t source, Completion& completion) = 0;

  /// For those who have waited for a peer for long: throws FabricError if it is known to have gone.
  virtual void look_after(Peer&) {}

  /// Does what can be done without waiting, and calls the handler for what has arrived. Returns
  /// false if there was nothing to do.
  virtual bool progress() = 0;
  /// True if the last progress() moved data of transfers that are not complete yet: there may be more.
  virtual bool is_streaming() const { return false; }
  /// How to sleep, without the mutex, until something arrives.
  virtual Sleep may_sleep() { return {.file = -1, .longest = sleep_untold}; }
  /// Waits until something has arrived, and does the same. False, at once, if waiting is not up to the
  /// port.
  virtual bool sleep() { return false; }

  /// What peers still wait for leaves this process, as far as it can within moments. Takes the mutex.
  virtual void send_the_rest() {}

  /// Guards the port and what its handler touches. Never held while waiting.
  ThreadMutex& mutex() { return mutex_; }

 protected:
  Handler handler_;
  int exposed_ = 0;

 private:
  ThreadMutex mutex_;
};

/// Memory that a peer was told how to reach, for as long as it may do so.
class Exposure {
 public:
  Exposure(Port& port, std::shared_ptr<const Registration> memory)
      : port_(&port), memory_(std::move(memory)) {
    ++port.exposed();
  }
  Exposure(Exposure&&) = default;
  Exposure& operator=(Exposure&&) = default;
  ~Exposure() {
    if (memory_) --port_->exposed();
  }

 private:
  Port* port_;
  std::shared_ptr<const Registration> memory_;
};

/// The port of this process: opened at first use, closed when MPI has ended and nobody holds it.
std::shared_ptr<Port> port();

}  // namespace tutti::fabric
