#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/accept/watched_connection.hpp"
#include "harness/measure/control_messages.hpp"

namespace tutti {

/// Notices at rank 0 when another rank ends, or its host vanishes, while the launch goes on: the
/// launcher ends all others then, or nobody does. Ranks are connected with rank 0 by TCP, beside
/// MPI; threads wait for the connections to break. Nothing is sent meanwhile, except by kernels.
///
/// A rank that is told to end (SIGTERM, SIGINT), as all are when a user ends the launch, says so
/// before it does, and counts as ended in order. One watch may exist in a process.
class HostWatch {
 public:
  /// A rank that was lost, and how: `ended`, or `does not answer`.
  using Loss = std::function<void(int rank, const std::string& how)>;

  /// `on_loss` runs in the watch's thread at rank 0, within eight seconds after a rank is lost and
  /// perhaps for some others; the process then ends with status 3. So do processes that lose rank 0.
  /// Collective over the world. Throws CannotRun if there is no TCP.
  HostWatch(const Exchange& world, Loss on_loss);
  /// Ends the watch in order.
  ~HostWatch();
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;

  /// The ranks that cannot connect; if there are any, nothing is watched. At rank 0.
  const std::vector<int>& unwatched() const { return unwatched_; }
  /// Where ranks connect; empty elsewhere than at rank 0 of several.
  std::string place() const { return listener_ ? listener_->place() : ""; }

 private:
  struct Peer {
    WatchedConnection connection;
    int rank;  ///< negative until it has introduced itself
    std::string received = {};
    bool is_over = false;
  };

  std::string invite(int ranks);
  void join(const std::string& invitation, int rank);
  void end();
  void watch();
  bool wait();
  void look_at_all();
  void look_at(Peer& peer);
  void introduce(Peer& peer) const;
  void tell_losses();

  Loss on_loss_;
  std::string greeting_ = {};  ///< without which a connection is none of this launch
  std::unique_ptr<WatchedListener> listener_ = {};
  std::vector<Peer> peers_ = {};
  std::map<int, std::string> lost_ = {};  ///< how, by rank
  std::vector<int> unwatched_ = {};
  int stop_;  ///< an eventfd
  std::thread thread_;
};

}  // namespace tutti
