#include "preload/persistent_request.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

#include "contract/comm_attribute.hpp"
#include "contract/mpi_error.hpp"
#include "preload/holds_everywhere.hpp"

// Generalized requests are not persistent. So the program gets a persistent receive of an empty message that
// this process sends to itself when the collective is over: the library completes, tests and frees it like
// any other of its requests.
namespace tutti::preload {
namespace {

/// Maximum number of persistent requests of a process. MPICH has 2048 communicators per process.
constexpr int requests_max = 256;
std::atomic<int> requests = 0;

/// The tags of the messages of this process to itself, one for each persistent request, and their
/// communicator. It has all processes: MPICH does not notice that a receive is complete which is waited
/// for while the message is sent, by a hook into its progress, on a communicator of one rank.
class Tags {
 public:
  explicit Tags(MPI_Comm world) : comm_(world) { check(PMPI_Comm_rank(world, &rank_)); }

  MPI_Comm comm() const { return comm_.handle(); }
  int rank() const { return rank_; }
  int take() {
    const std::scoped_lock lock(mutex_);
    int tag = 0;
    while (taken_.contains(tag)) ++tag;
    taken_.insert(tag);
    return tag;
  }
  void give_back(int tag) {
    const std::scoped_lock lock(mutex_);
    taken_.erase(tag);
  }

 private:
  PrivateComm comm_;
  int rank_ = 0;
  std::mutex mutex_;
  std::set<int> taken_;
};

Tags& tags_of_process() { return comm_attribute<Tags>(MPI_COMM_WORLD); }

/// An empty message of this process to itself, which a persistent receive waits for.
class Completion {
 public:
  Completion() { ++requests; }
  ~Completion() {
    tags_.give_back(tag_);
    --requests;
  }
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  int make_receive(MPI_Request* request) const {
    return PMPI_Recv_init(nullptr, 0, MPI_BYTE, tags_.rank(), tag_, tags_.comm(), request);
  }

  /// Sends the message, without waiting. After a failure it has a byte, which is an error to the receive.
  void send(bool success) const {
    static const char too_much = 0;
    MPI_Request sent = MPI_REQUEST_NULL;
    PMPI_Isend(&too_much, success ? 0 : 1, MPI_BYTE, tags_.rank(), tag_, tags_.comm(), &sent);
    PMPI_Request_free(&sent);
  }

 private:
  Tags& tags_ = tags_of_process();
  int tag_ = tags_.take();
};

/// A call of the program that it starts again and again.
struct PersistentCall {
  PersistentCall(const Protocol& protocol, const Call& arguments, Handles its_handles)
      : handles(std::move(its_handles)), call(protocol, arguments) {}

  Completion completion;
  Handles handles;
  RepeatedCall call;
};

/// The calls of this process by their requests.
class PersistentCalls {
 public:
  void add(MPI_Request request, std::unique_ptr<PersistentCall> call) {
    const std::scoped_lock lock(mutex_);
    calls_[request] = std::move(call);
  }
  PersistentCall* find(MPI_Request request) const {
    if (requests.load(std::memory_order_relaxed) == 0) return nullptr;
    const std::scoped_lock lock(mutex_);
    const auto found = calls_.find(request);
    return found == calls_.end() ? nullptr : found->second.get();
  }
  /// The caller destroys the call without the lock: operators are freed by functions of the program.
  std::unique_ptr<PersistentCall> take_out(MPI_Request request) {
    const std::scoped_lock lock(mutex_);
    auto taken = calls_.extract(request);
    return taken ? std::move(taken.mapped()) : nullptr;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<MPI_Request, std::unique_ptr<PersistentCall>> calls_;
};

/// Returns the calls of the process. They are never destroyed: the program may end without freeing them.
PersistentCalls& calls() {
  static PersistentCalls& only = *new PersistentCalls;
  return only;
}

}  // namespace

void prepare_persistent_requests() { tags_of_process(); }

bool has_room_for_persistent_request(MPI_Comm comm) {
  return holds_everywhere(requests < requests_max, comm);
}

int make_persistent_request(const Protocol& protocol, const Call& call, Handles handles,
                            MPI_Request* request) {
  auto made = std::make_unique<PersistentCall>(protocol, call, std::move(handles));
  const int code = made->completion.make_receive(request);
  if (code == MPI_SUCCESS) calls().add(*request, std::move(made));
  return code;
}

std::optional<int> start_persistent_request(MPI_Request request) {
  const auto* const started = calls().find(request);
  if (!started) return std::nullopt;
  const int code = PMPI_Start(&request);
  if (code != MPI_SUCCESS) return code;
  const auto end = [started](const std::string& failure) {
    started->completion.send(failure.empty());
  };
  try {
    started->call.start(end);
  } catch (const std::exception& error) {
    end(error.what());
  }
  return MPI_SUCCESS;
}

int free_request(MPI_Request* request) {
  const auto freed = request ? calls().take_out(*request) : nullptr;
  return PMPI_Request_free(request);
}

}  // namespace tutti::preload
