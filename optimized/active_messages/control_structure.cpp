#include "optimized/active_messages/control_structure.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <map>
#include <numeric>
#include <string_view>

#include "contract/host_info.hpp"
#include "optimized/active_messages/engine.hpp"

namespace tutti::active {
namespace {

constexpr std::size_t barrier_plans_kept = 64;
constexpr auto moment = std::chrono::milliseconds(20);

/// The data that the ranks of a new team exchange.
struct TeamInfo {
  std::uint32_t team = 0;
  Thresholds thresholds = {};
  char network[64] = {};
};

}  // namespace

ControlStructure::ControlStructure(std::shared_ptr<Team> team)
    : team_directory_(active::team_directory()),
      team_(std::move(team)),
      links_(index(team_->size()), Link{.tokens = thresholds_.tokens}),
      operation_(*this),
      barrier_(*this) {
  {
    const std::scoped_lock lock(team_directory_->port().mutex());
    number_ = team_directory_->add(*this);
  }
  // From here on another thread may receive messages, from ranks that are ahead of this one.
  const auto peers = team_directory_->port().join(team_->comm());
  TeamInfo own{.team = number_, .thresholds = thresholds_};
  network_id().copy(own.network, sizeof own.network);
  std::vector<TeamInfo> greetings(peers.size());
  check(PMPI_Allgather(&own, sizeof own, MPI_BYTE, greetings.data(), sizeof own, MPI_BYTE,
                       team_->comm()));
  std::map<std::string_view, int> hosts;
  for (std::size_t rank = 0; rank < peers.size(); ++rank) {
    if (greetings[rank].thresholds != own.thresholds)
      throw fabric::FabricError("TUTTI_THRESHOLDS is not the same at all ranks");
    links_[rank].peer = peers[rank];
    links_[rank].team = greetings[rank].team;
    const auto& network = greetings[rank].network;
    links_[rank].host =
        hosts.try_emplace({network, sizeof network}, static_cast<int>(rank)).first->second;
  }
}

ControlStructure::~ControlStructure() {
  finish_started();
  {
    const std::scoped_lock lock(team_directory_->port().mutex());
    team_directory_->remove(*this, number_);
  }
  team_directory_->port().leave(team_->comm());
}

/// Waits for the started collectives: a communicator may be freed before they are over.
void ControlStructure::finish_started() try {
  settle(*this);
} catch (const fabric::FabricError& error) {
  const std::scoped_lock lock(team_directory_->port().mutex());
  started_.fail_all(error.what());
}

void ControlStructure::begin(const Call& call, const SharedPlan& plan,
                             const MessageOptions& options) {
  if (under_way_) return operation_.enter(call, plan, options.protocol);
  ++sequence_;
  under_way_ = true;
  operation_.begin(call, plan, options);
}

/// Begins the next operation on behalf of a message for it, if this rank only passes on messages in
/// it. Returns false otherwise, or if that would take too much memory.
bool ControlStructure::begin_ahead(const Header& header) {
  assert(!under_way_);
  const auto plan = team_->plan_with_number(header.plan);
  if (!plan || !Operation::may_begin_ahead(*plan)) return false;
  const auto bytes = plan->shape.output_units(team_->rank()) + plan->schedule.scratch_units;
  if (bytes > thresholds_.ahead_bytes_max) return false;
  ++sequence_;
  under_way_ = true;
  operation_.begin_ahead(plan, header.protocol);
  return true;
}

void ControlStructure::end() {
  assert(under_way_);
  under_way_ = false;
  operation_.end();
  const auto next = std::ranges::find_if(
      early_, [&](const EarlyMessage& early) { return early.header.sequence == sequence_ + 1; });
  if (next != early_.end()) begin_ahead(Header(next->header));
}

void ControlStructure::abandon() {
  under_way_ = false;
  operation_.abandon();
}

void ControlStructure::begin_barrier(const BarrierPlan& plan) {
  assert(barrier_.complete());
  barrier_.begin(plan);
}

const BarrierPlan& ControlStructure::barrier_plan(const Plan& plan) {
  assert(plan.shape.collective == Collective::barrier);
  for (const auto& [number, barrier_plan] : barrier_plans_)
    if (number == plan.number) return *barrier_plan;
  if (barrier_plans_.size() == barrier_plans_kept) barrier_plans_.clear();
  auto made = make_barrier_plan(*plan.algorithm, plan.shape, plan.parameters, team_->rank());
  return *barrier_plans_.emplace_back(plan.number, std::make_unique<BarrierPlan>(std::move(made)))
              .second;
}

void ControlStructure::arrived(const Header& header, fabric::Payload& payload) {
  links_[index(header.source)].tokens += header.tokens;
  const auto data = payload.bytes();
  switch (header.kind) {
    case Kind::tokens:
      return;
    case Kind::barrier:
      return barrier_.arrived(header.sequence, header.message);
    case Kind::failure:
      if (failure_.empty())
        failure_.assign(reinterpret_cast<const char*>(data.data()), data.size());
      return;
    default:
      break;
  }
  auto ahead = static_cast<std::int32_t>(header.sequence - sequence_);
  if (ahead == 1 && !under_way_ && begin_ahead(header)) ahead = 0;
  if (ahead < 0 || (ahead == 0 && !under_way_))
    throw fabric::FabricError("a message came for an operation that is over");
  if (ahead > 0 || !operation_.take(header, data)) early_.push_back({header, payload.keep()});
}

bool ControlStructure::send_at_once(int rank, Header header, fabric::Bytes data) {
  Link& link = links_[index(rank)];
  fill_in(header, link);
  if (team_directory_->port().send_at_once(*link.peer, bytes_of(header), data)) return true;
  link.owed += header.tokens;
  return false;
}

bool ControlStructure::send(int rank, Header header, fabric::Bytes data, TransferListener* owner,
                            std::uint32_t step) {
  if (send_at_once(rank, header, data)) return true;
  Link& link = links_[index(rank)];
  fill_in(header, link);
  if (!owner) {
    owner = listener_of(header);
    step = static_cast<std::uint32_t>(rank);
  }
  return post(rank, team_directory_->transfers().take(header, owner, step), data);
}

fabric::Exposure ControlStructure::send_key(int rank, const Header& header,
                                            const std::byte* address, std::int64_t bytes) {
  const auto memory = team_directory_->registrations().cover(const_cast<std::byte*>(address),
                                                             static_cast<std::size_t>(bytes));
  const RemoteBlock place{.address = reinterpret_cast<std::uintptr_t>(address),
                          .registration = memory.number};
  post_text(rank, header, {bytes_of(place), memory.registration->key()});
  return {team_directory_->port(), memory.registration};
}

void ControlStructure::fill_in(Header& header, Link& link) {
  header.team = link.team;
  header.source = team_->rank();
  header.tokens = std::exchange(link.owed, 0);
  if (header.kind != Kind::barrier) header.sequence = sequence_;
  if (under_way_) {
    header.plan = operation_.plan().number;
    header.protocol = operation_.protocol();
  }
}

/// Returns the listener for a message without an owner. None for tokens and failures, which no rank
/// waits for.
TransferListener* ControlStructure::listener_of(const Header& header) {
  const bool may_be_late = header.kind == Kind::tokens || header.kind == Kind::failure;
  return may_be_late ? nullptr : &unsent_;
}

bool ControlStructure::post(int rank, PendingTransfer& transfer, fabric::Bytes data) {
  const bool sent = at_peer(rank, [&](fabric::Peer& peer) {
    return team_directory_->port().send(peer, bytes_of(transfer.header), data, transfer);
  });
  if (!sent) {
    const bool counts = transfer.owner == &unsent_;
    unsent_.count += counts;
    links_[index(rank)].unsent += counts;
    return false;
  }
  team_directory_->transfers().give_back(transfer);
  return true;
}

/// Sends a message whose data need not outlive this call.
void ControlStructure::post_text(int rank, const Header& header,
                                 std::initializer_list<fabric::Bytes> parts) {
  PendingTransfer& transfer = team_directory_->transfers().take(header, listener_of(header),
                                                                static_cast<std::uint32_t>(rank));
  fill_in(transfer.header, links_[index(rank)]);
  transfer.text.clear();
  for (const auto& part : parts)
    transfer.text.insert(transfer.text.end(), part.begin(), part.end());
  post(rank, transfer, transfer.text);
}

/// Sends a message, or drops it if the peer is gone: a rank that has left needs neither tokens nor
/// reports of failures.
void ControlStructure::send_unless_gone(int rank, const Header& header, fabric::Bytes text) try {
  if (!send_at_once(rank, header, text)) post_text(rank, header, {text});
} catch (const fabric::FabricError&) {
}

void ControlStructure::return_token(int rank) {
  if (++links_[index(rank)].owed >= thresholds_.tokens / 2)
    send_unless_gone(rank, {.kind = Kind::tokens});
}

void ControlStructure::check_peers() const {
  const auto look = [this](int rank) {
    at_peer(rank, [this](fabric::Peer& peer) { team_directory_->port().check_alive(peer); });
  };
  operation_.for_each_awaited(look);
  barrier_.for_each_awaited(look);
  for (int rank = 0; rank < team_->size(); ++rank)
    if (links_[index(rank)].unsent > 0) look(rank);
}

void ControlStructure::check_peers(const std::function<bool()>& complete) const try {
  check_peers();
} catch (const fabric::FabricError&) {
  while (team_directory_->port().progress()) continue;
  if (!complete()) check_peers();
}

void ControlStructure::fail(const std::string& reason) {
  if (!failure_.empty()) return;
  failure_ = reason;
  for (int rank = 0; rank < team_->size(); ++rank)
    if (rank != team_->rank())
      send_unless_gone(rank, {.kind = Kind::failure}, std::as_bytes(std::span(failure_)));
}

void ControlStructure::transfer_failed(const std::string& reason) try {
  // The memory of a process that ends goes before others can see that the process has ended.
  const auto end = std::chrono::steady_clock::now() + moment;
  while (std::chrono::steady_clock::now() < end) check_peers();
  fail(reason);
} catch (const fabric::FabricError& gone) {
  fail(gone.what());
}

void ControlStructure::drain() try {
  const auto end = std::chrono::steady_clock::now() + moment;
  while (std::chrono::steady_clock::now() < end) team_directory_->port().progress();
} catch (const fabric::FabricError&) {
  // Nothing more can leave.
}

void ControlStructure::check_failure() const {
  if (!failure_.empty()) throw fabric::FabricError(failure_);
}

std::size_t ControlStructure::early_bytes() const {
  return std::accumulate(early_.begin(), early_.end(), std::size_t{0},
                         [](std::size_t sum, const EarlyMessage& early) {
                           return sum + sizeof early + early.data.bytes().size();
                         });
}

}  // namespace tutti::active
