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

/// A failure that the fabric cannot recover from: a peer is gone, memory cannot be registered. The
/// message names the peer and the reason.
struct FabricError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The owner of one transfer, notified when it has ended and its memory may be used again. May not
/// throw.
class Completion {
 public:
  virtual void complete() = 0;
  virtual void fail(const std::string& reason) = 0;

 protected:
  ~Completion() = default;
};

/// The data of an active message that outlive its handler, where they arrived or in a copy.
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
  /// Makes a copy of the bytes.
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

/// The data of an active message, in the segment that it arrived in. Valid until the handler
/// returns, or for as long as the result of keep() lives.
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
  /// Returns the key that a peer needs to access the memory: at most `key_bytes_max` bytes.
  virtual Bytes key() const = 0;
};

constexpr std::size_t key_bytes_max = 256;
constexpr std::size_t header_bytes_max = 64;

/// A wait without the port's mutex: until the file is readable, if there is one, and no longer than
/// `longest`.
struct Sleep {
  int file = -1;
  std::chrono::nanoseconds longest = {};
};

/// Longest waits: if the file becomes readable at every arrival, and if something may arrive
/// without that.
constexpr std::chrono::milliseconds sleep_told{5};
constexpr std::chrono::microseconds sleep_untold{50};

/// The connection to another process, or to this one.
class Peer {
 public:
  virtual ~Peer() = default;
};

/// The unpacked key to memory of a peer.
class RemoteKey {
 public:
  virtual ~RemoteKey() = default;
};

/// The handler of active messages: the length of the headers of this process's active messages, and
/// the function that is called for each active message that arrives, while the port makes progress.
/// The function may send, put and get, but not wait.
struct Handler {
  void (*arrived)(void* context, Bytes header, Payload& payload) = nullptr;
  void* context = nullptr;
  std::size_t header_bytes = 0;  ///< at most header_bytes_max
};

/// The connection of this process to the network: one per process, since ports are few. Everything
/// is nonblocking. An operation that can complete at once does, and returns true; else a later
/// progress() notifies its completion, and until then header, data and completion must stay as they
/// are. Throws FabricError. All but join(), leave() and send_the_rest() must be called with mutex()
/// held.
class Port {
 public:
  virtual ~Port() = default;

  /// Returns the processes of a communicator, in rank order. Collective over the communicator,
  /// which nothing else may use. Each process is connected when a message is first sent to it. The
  /// peers live until the same communicator is left.
  virtual std::vector<Peer*> join(MPI_Comm comm) = 0;
  virtual void leave(MPI_Comm comm) = 0;

  void on_arrival(const Handler& handler) { handler_ = handler; }
  /// Sends an active message: a header of as many bytes as the handler says, and data.
  virtual bool send(Peer& peer, Bytes header, Bytes data, Completion& completion) = 0;
  /// Sends an active message if nothing has to be kept for it; else returns false, with nothing
  /// sent.
  virtual bool send_at_once(Peer&, Bytes /*header*/, Bytes /*data*/) { return false; }
  /// Returns the length of the longest data that travel as one segment, without being split.
  virtual std::size_t segment_bytes_max() const = 0;

  /// Makes memory accessible to peers.
  virtual std::unique_ptr<Registration> add_registration(std::byte* address, std::size_t bytes) = 0;
  /// Memory (begin and end) that was unmapped since the last call: its registrations are void.
  using Unmapped = std::vector<std::pair<std::byte*, std::byte*>>;
  virtual Unmapped take_unmapped() { return {}; }
  /// Returns the number of pieces of memory of this process that peers may access at present: they
  /// may need this process to make progress meanwhile. See Exposure.
  int& exposed() { return exposed_; }
  /// Unpacks a key that the peer got from Registration::key().
  virtual std::unique_ptr<RemoteKey> open(Peer& peer, Bytes key) = 0;
  /// Writes to memory of the peer. Complete when the data are there before anything that is sent to
  /// the peer from then on.
  virtual bool put(Peer& peer, Bytes source, const RemoteKey& key, std::uint64_t target,
                   Completion& completion) = 0;
  /// Reads memory of the peer.
  virtual bool get(Peer& peer, std::span<std::byte> target, const RemoteKey& key,
                   std::uint64_t source, Completion& completion) = 0;

  /// Throws FabricError if the peer is known to have gone. For callers that have waited for it for
  /// long.
  virtual void check_alive(Peer&) {}

  /// Does what can be done without waiting, and calls the handler for messages that have arrived.
  /// Returns false if there was nothing to do.
  virtual bool progress() = 0;
  /// Returns true if the last progress() moved data of transfers that are not complete yet: there
  /// may be more.
  virtual bool is_streaming() const { return false; }
  /// Returns how to sleep, without the mutex, until something arrives.
  virtual Sleep sleep_hint() { return {.file = -1, .longest = sleep_untold}; }
  /// Waits until something has arrived, and handles it. Returns false at once if waiting is not up
  /// to the port.
  virtual bool sleep() { return false; }

  /// Sends what peers still wait for, as far as that is possible within a moment. Takes the mutex.
  virtual void send_the_rest() {}

  /// Returns the mutex that guards the port and what its handler accesses. Never held while
  /// waiting.
  ThreadMutex& mutex() { return mutex_; }

 protected:
  Handler handler_;
  int exposed_ = 0;

 private:
  ThreadMutex mutex_;
};

/// The permission of a peer to access memory of this process, for as long as the exposure lives.
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

/// Returns the port of this process. It is opened at first use, and closed when MPI is finalized
/// and nothing holds it.
std::shared_ptr<Port> port();

}  // namespace tutti::fabric
