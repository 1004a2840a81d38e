#include <algorithm>
#include <cstring>
#include <deque>

#include "contract/comm_attribute.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/fabric/backends.hpp"

namespace tutti::fabric {
namespace {

constexpr int tag = 0;
/// Most bytes of data in one message. Longer puts and gets take several messages, of which the last
/// is complete when all are.
constexpr std::size_t segment_bytes = 65536;

constexpr double shutdown_limit_s = 2;

/// A rank of a communicator that was joined.
struct RankPeer : Peer {
  RankPeer(MPI_Comm comm_in, int rank_in) : comm(comm_in), rank(rank_in) {}
  MPI_Comm comm;
  int rank;
};

/// The purpose of a message.
enum class Kind : std::uint32_t { active_message, put, get, get_done, goodbye };

/// The front of every message. `bytes` is the length of a get; `completion`, if any, is returned
/// with its answer.
struct Envelope {
  Kind kind = Kind::active_message;
  std::uint32_t header_bytes = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t completion = 0;
  std::uint64_t landing = 0;
};

constexpr std::size_t message_bytes_max = sizeof(Envelope) + header_bytes_max + segment_bytes;

/// A message that is being sent, kept until MPI has sent it.
struct Outbound {
  std::vector<std::byte> text;
  MPI_Request request = MPI_REQUEST_NULL;
};

struct NoRegistration : Registration {
  Bytes key() const override { return {}; }
};

std::vector<std::byte> joined(const Envelope& envelope, Bytes header, Bytes data) {
  std::vector<std::byte> text(sizeof envelope + header.size() + data.size());
  std::memcpy(text.data(), &envelope, sizeof envelope);
  std::ranges::copy(header, text.begin() + sizeof envelope);
  std::ranges::copy(data,
                    text.begin() + static_cast<std::ptrdiff_t>(sizeof envelope + header.size()));
  return text;
}

/// The port over MPI: everything is a copied message, and the port of the other side does puts and
/// gets.
class MpiPort final : public Port {
 public:
  ~MpiPort() override {
    if constexpr (!time_is_simulated) finish_peers();  // SMPI refuses all calls by then
  }

  std::vector<Peer*> join(MPI_Comm comm) override;
  void leave(MPI_Comm comm) override;
  std::size_t segment_bytes_max() const override { return segment_bytes; }

  bool send(Peer& peer, Bytes header, Bytes data, Completion&) override {
    return send_at_once(peer, header, data);
  }
  bool send_at_once(Peer& peer, Bytes header, Bytes data) override {
    post(peer, {.header_bytes = static_cast<std::uint32_t>(header.size())}, header, data);
    return true;
  }
  std::unique_ptr<Registration> add_registration(std::byte*, std::size_t) override {
    return std::make_unique<NoRegistration>();
  }
  std::unique_ptr<RemoteKey> open(Peer&, Bytes) override { return std::make_unique<RemoteKey>(); }
  bool put(Peer& peer, Bytes source, const RemoteKey&, std::uint64_t target, Completion&) override {
    post_data(peer, Kind::put, target, source, 0);  // MPI keeps the messages of two ranks in order
    return true;
  }
  bool get(Peer& peer, std::span<std::byte> target, const RemoteKey&, std::uint64_t source,
           Completion& completion) override {
    post(peer,
         {.kind = Kind::get,
          .address = source,
          .bytes = target.size(),
          .completion = handle_of(completion),
          .landing = reinterpret_cast<std::uintptr_t>(target.data())},
         {}, {});
    return false;
  }
  bool progress() override;
  bool sleep() override;

 private:
  /// A communicator that was joined, with a private one for the messages, of which one is received
  /// next and one is being handled. Lives until all its ranks have left: Open MPI would take
  /// messages that arrive after a communicator has ended for messages of the next one.
  struct Joined {
    explicit Joined(MPI_Comm comm_in) : comm(comm_in), messages(comm_in), text(message_bytes_max) {
      receive();
    }
    ~Joined() {
      PMPI_Cancel(&incoming);
      if constexpr (time_is_simulated)  // in SMPI a wait would fail as a broken link
        PMPI_Request_free(&incoming);
      else
        PMPI_Wait(&incoming, MPI_STATUS_IGNORE);
    }
    Joined(const Joined&) = delete;
    Joined& operator=(const Joined&) = delete;

    void receive() {
      check(PMPI_Irecv(text.data(), static_cast<int>(text.size()), MPI_BYTE, MPI_ANY_SOURCE, tag,
                       messages.handle(), &incoming));
    }
    bool is_over() const { return comm == MPI_COMM_NULL && goodbyes == std::ssize(peers); }

    MPI_Comm comm;  ///< null when this rank has left it
    PrivateComm messages;
    std::vector<std::unique_ptr<RankPeer>> peers = {};
    std::ptrdiff_t goodbyes = 0;
    std::vector<std::byte> text, taken = {};
    MPI_Request incoming = MPI_REQUEST_NULL;
  };

  static std::uint64_t handle_of(Completion& completion) {
    return reinterpret_cast<std::uintptr_t>(&completion);
  }
  void post(Peer& peer, const Envelope& envelope, Bytes header, Bytes data);
  void post_data(Peer& peer, Kind kind, std::uint64_t target, Bytes data, std::uint64_t completion);
  bool receive_from(Joined& joined);
  void received(Joined& joined, const MPI_Status& status);
  void handle(Joined& joined, RankPeer& from, Bytes text);
  void drop_sent();
  void say_goodbye(Joined& joined);
  void drop_left_peers();
  void finish_peers();

  std::vector<std::unique_ptr<Joined>> joined_;
  std::deque<std::unique_ptr<Outbound>> outbound_;
};

std::vector<Peer*> MpiPort::join(MPI_Comm comm) {
  int ranks = 0;
  check(PMPI_Comm_size(comm, &ranks));
  auto added = std::make_unique<Joined>(comm);
  std::vector<Peer*> peers;
  for (int rank = 0; rank < ranks; ++rank)
    peers.push_back(
        added->peers.emplace_back(std::make_unique<RankPeer>(added->messages.handle(), rank))
            .get());
  const std::scoped_lock lock(mutex());
  joined_.push_back(std::move(added));
  return peers;
}

/// Waits for no other rank, since ranks may free communicators in different orders.
void MpiPort::leave(MPI_Comm comm) {
  const std::scoped_lock lock(mutex());
  for (const auto& joined : joined_)
    if (joined->comm == comm) say_goodbye(*joined);
  if constexpr (time_is_simulated) drop_left_peers();
}

/// Drops communicators without goodbyes: other simulated ranks may have ended before.
void MpiPort::drop_left_peers() {
  while (!outbound_.empty()) drop_sent();
  std::erase_if(joined_, [](const auto& joined) { return joined->comm == MPI_COMM_NULL; });
}

void MpiPort::say_goodbye(Joined& joined) {
  joined.comm = MPI_COMM_NULL;
  if constexpr (time_is_simulated) return;
  for (const auto& peer : joined.peers) post(*peer, {.kind = Kind::goodbye}, {}, {});
}

/// Exchanges the last goodbyes. All ranks have reached MPI_Finalize, except those that have died.
void MpiPort::finish_peers() {
  const double deadline = PMPI_Wtime() + shutdown_limit_s;
  for (const auto& joined : joined_)
    if (joined->comm != MPI_COMM_NULL) say_goodbye(*joined);
  while (!joined_.empty() && PMPI_Wtime() < deadline) progress();
}

void MpiPort::post(Peer& peer, const Envelope& envelope, Bytes header, Bytes data) {
  const auto& to = static_cast<RankPeer&>(peer);
  auto& message = *outbound_.emplace_back(std::make_unique<Outbound>());
  message.text = joined(envelope, header, data);
  check(PMPI_Isend(message.text.data(), static_cast<int>(message.text.size()), MPI_BYTE, to.rank,
                   tag, to.comm, &message.request));
}

void MpiPort::post_data(Peer& peer, Kind kind, std::uint64_t target, Bytes data,
                        std::uint64_t completion) {
  for (; data.size() > segment_bytes; data = data.subspan(segment_bytes), target += segment_bytes)
    post(peer, {.kind = kind, .address = target}, {}, data.first(segment_bytes));
  post(peer, {.kind = kind, .address = target, .completion = completion}, {}, data);
}

void MpiPort::drop_sent() {
  std::erase_if(outbound_, [](const auto& message) {
    int sent = 0;
    check(PMPI_Test(&message->request, &sent, MPI_STATUS_IGNORE));
    return sent != 0;
  });
}

bool MpiPort::progress() {
  if (!outbound_.empty()) drop_sent();
  bool any = false;
  for (std::size_t i = 0; i < joined_.size(); ++i) any |= receive_from(*joined_[i]);
  std::erase_if(joined_,
                [this](const auto& joined) { return joined->is_over() && outbound_.empty(); });
  return any;
}

bool MpiPort::receive_from(Joined& joined) {
  int found = 0;
  MPI_Status status;
  check(PMPI_Test(&joined.incoming, &found, &status));
  if (found) received(joined, status);
  return found != 0;
}

void MpiPort::received(Joined& joined, const MPI_Status& status) {
  int bytes = 0;
  check(PMPI_Get_count(&status, MPI_BYTE, &bytes));
  // Even if the handler throws, the next message is received.
  joined.taken.resize(message_bytes_max);
  joined.text.swap(joined.taken);
  joined.receive();
  handle(joined, *joined.peers[static_cast<std::size_t>(status.MPI_SOURCE)],
         Bytes(joined.taken).first(static_cast<std::size_t>(bytes)));
}

/// Waits where time is simulated, since that stands still while a rank polls. No other thread can
/// need the port there.
bool MpiPort::sleep() {
  if constexpr (!time_is_simulated) return false;
  std::vector<MPI_Request> requests;
  for (const auto& joined : joined_) requests.push_back(joined->incoming);
  int which = MPI_UNDEFINED;
  MPI_Status status;
  check(PMPI_Waitany(static_cast<int>(requests.size()), requests.data(), &which, &status));
  Joined& joined = *joined_[static_cast<std::size_t>(which)];
  joined.incoming = MPI_REQUEST_NULL;
  received(joined, status);
  return true;
}

/// Handles a message. A communicator that this rank has left can only receive tokens, which are not
/// needed.
void MpiPort::handle(Joined& joined, RankPeer& from, Bytes text) {
  Envelope envelope;
  std::memcpy(&envelope, text.data(), sizeof envelope);
  const Bytes rest = text.subspan(sizeof envelope);
  auto* const memory = reinterpret_cast<std::byte*>(envelope.address);
  auto* const completion = reinterpret_cast<Completion*>(envelope.completion);
  switch (envelope.kind) {
    case Kind::active_message: {
      if (joined.comm == MPI_COMM_NULL) return;
      struct Arrived final : Payload {
        using Payload::Payload;
      } payload(rest.subspan(envelope.header_bytes));
      return handler_.arrived(handler_.context, rest.first(envelope.header_bytes), payload);
    }
    case Kind::put:
      std::ranges::copy(rest, memory);
      return;
    case Kind::get:
      return post_data(from, Kind::get_done, envelope.landing, {memory, envelope.bytes},
                       envelope.completion);
    case Kind::get_done:
      std::ranges::copy(rest, memory);
      if (completion) completion->complete();
      return;
    case Kind::goodbye:
      ++joined.goodbyes;
      return;
  }
}

}  // namespace

std::unique_ptr<Port> open_mpi() { return std::make_unique<MpiPort>(); }

}  // namespace tutti::fabric
