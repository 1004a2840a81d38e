#pragma once

#include <cassert>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "optimized/active_messages/barrier.hpp"
#include "optimized/active_messages/schedule_execution.hpp"
#include "optimized/active_messages/started_collectives.hpp"
#include "optimized/active_messages/team_directory.hpp"
#include "optimized/active_messages/thresholds.hpp"
#include "optimized/team/team.hpp"

namespace tutti::active {

/// A message that arrived before its receiver was ready for it.
struct EarlyMessage {
  Header header;
  fabric::Kept data;
};

/// The control structure of a team, shared by the callers of collectives and the handlers of
/// messages. Holds which operation is under way, what has arrived for it and for later ones, and
/// how many messages may be sent to each rank before it has asked for any. Belongs to the
/// communicator.
class ControlStructure {
 public:
  explicit ControlStructure(MPI_Comm comm) : ControlStructure(tutti::team_of(comm)) {}
  /// Collective over the team.
  explicit ControlStructure(std::shared_ptr<Team> team);
  ~ControlStructure();
  ControlStructure(const ControlStructure&) = delete;
  ControlStructure& operator=(const ControlStructure&) = delete;

  Team& team() const { return *team_; }
  TeamDirectory& team_directory() const { return *team_directory_; }
  const Thresholds& thresholds() const { return thresholds_; }
  StartedCollectives& started() { return started_; }

  /// Begins the next operation, or enters it if a message has begun it already. It is under way
  /// until it is complete() and end() was called.
  void begin(const Call& call, const SharedPlan& plan, const MessageOptions& options);
  bool complete() const { return operation_.complete() && unsent_.count == 0; }
  void end();
  /// Gives up the operation under way after a failure. Later notifications of its transfers are
  /// ignored.
  void abandon();
  /// Continues the operation under way after its partial input has grown.
  void continue_input() { operation_.continue_input(); }
  const Arrivals& arrivals() const { return operation_.arrivals(); }

  void begin_barrier(const BarrierPlan& plan);
  bool barrier_complete() const { return barrier_.complete() && unsent_.count == 0; }
  const BarrierPlan& barrier_plan(const Plan& plan);

  /// Handles a message to this team.
  void arrived(const Header& header, fabric::Payload& payload);

  /// Sends an active message to a rank if nothing has to be kept for it; else returns false, with
  /// nothing sent.
  bool send_at_once(int rank, Header header, fabric::Bytes data);
  /// Sends an active message to a rank, with team, source and tokens filled in. Returns true if it
  /// has left; else `owner`, if any, is notified when it has left.
  bool send(int rank, Header header, fabric::Bytes data = {}, TransferListener* owner = nullptr,
            std::uint32_t step = 0);
  /// Sends an active message that tells a rank the address of a block of this rank's memory and the
  /// key to it. The rank can access the block for as long as the exposure lives.
  fabric::Exposure send_key(int rank, const Header& header, const std::byte* address,
                            std::int64_t bytes);
  /// Calls action(peer) for the peer of the given rank. A FabricError that it throws is made to
  /// name the rank.
  template <class Action>
  auto at_peer(int rank, Action action) const;

  /// Returns the first rank on the same host, which identifies the host.
  int host_of(int rank) const { return links_[index(rank)].host; }
  bool has_token(int rank) const { return links_[index(rank)].tokens > 0; }
  void take_token(int rank) {
    assert(has_token(rank));
    --links_[index(rank)].tokens;
  }
  /// Notes that a segment of the given rank no longer takes up memory here: its token is to be
  /// given back.
  void return_token(int rank);

  /// Removes what arrived early for the given message of the operation under way, and calls
  /// action(header, data) for each in the order of arrival.
  template <class Action>
  void take_early(std::int32_t source, std::int32_t message, bool for_sender, Action action);

  /// Makes progress for a moment, so that messages that wait for room can leave.
  void drain();
  /// Throws FabricError if a rank that the operation or barrier under way waits for has gone,
  /// unless messages that it had sent before make it complete.
  void check_peers(const std::function<bool()>& complete) const;
  /// Reports to all other ranks that this rank cannot go on, and makes all waiting throw.
  void fail(const std::string& reason);
  /// Does the same because a transfer failed. If a rank that is waited for has gone, that is the reason.
  void transfer_failed(const std::string& reason);
  /// Throws FabricError if any rank has failed.
  void check_failure() const;

  std::size_t early_bytes() const;

 private:
  struct Link {
    fabric::Peer* peer = nullptr;
    int host = 0;
    std::uint32_t team = 0;   ///< this team's number at the peer
    std::int64_t tokens = 0;  ///< segments that may be sent there
    std::uint32_t owed = 0;   ///< tokens to give back
    int unsent = 0;           ///< messages counted by Unsent
  };
  /// The messages that wait for room and that no step waits for, but a peer may. The caller stays
  /// until they have left, since it may be long before the port makes progress again.
  struct Unsent final : TransferListener {
    explicit Unsent(ControlStructure& owner) : control(owner) {}
    void completed(const PendingTransfer& transfer) override {
      --count;
      --control.links_[transfer.step].unsent;
    }
    void failed(const std::string& reason) override { control.transfer_failed(reason); }
    ControlStructure& control;
    int count = 0;
  };

  void finish_started();
  void check_peers() const;
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }
  void fill_in(Header& header, Link& link);
  TransferListener* listener_of(const Header& header);
  bool post(int rank, PendingTransfer& transfer, fabric::Bytes data);
  void post_text(int rank, const Header& header, std::initializer_list<fabric::Bytes> parts);
  void send_unless_gone(int rank, const Header& header, fabric::Bytes text = {});
  bool begin_ahead(const Header& header);

  std::shared_ptr<TeamDirectory> team_directory_;
  std::shared_ptr<Team> team_;
  const Thresholds& thresholds_ = active::thresholds();
  std::uint32_t number_ = 0;
  std::vector<Link> links_;
  std::uint32_t sequence_ = 0;  ///< of the operation under way, or of the last one
  bool under_way_ = false;      ///< an operation was begun, by the caller or ahead of it
  std::deque<EarlyMessage> early_;
  Unsent unsent_{*this};
  Operation operation_;
  Barrier barrier_;
  StartedCollectives started_{*this};
  std::vector<std::pair<std::uint32_t, std::unique_ptr<BarrierPlan>>>
      barrier_plans_;  ///< by number of the plan
  std::string failure_;
};

template <class Action>
auto ControlStructure::at_peer(int rank, Action action) const try {
  return action(*links_[index(rank)].peer);
} catch (const fabric::FabricError& error) {
  throw fabric::FabricError("rank " + std::to_string(rank) + " of " +
                            std::to_string(team_->size()) + ": " + error.what());
}

template <class Action>
void ControlStructure::take_early(std::int32_t source, std::int32_t message, bool for_sender,
                                  Action action) {
  if (early_.empty()) return;
  std::vector<EarlyMessage> taken;
  std::erase_if(early_, [&](EarlyMessage& early) {
    const auto& header = early.header;
    if (header.sequence != sequence_ || header.source != source || header.message != message ||
        is_for_sender(header.kind) != for_sender)
      return false;
    taken.push_back(std::move(early));
    return true;
  });
  for (const auto& early : taken) action(early.header, early.data.bytes());
}

}  // namespace tutti::active
