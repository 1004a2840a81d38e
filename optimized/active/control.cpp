#include "optimized/active/control.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::active {

Control::Control(MPI_Comm comm)
    : switchboard_(active::switchboard()),
      team_(tutti::team_of(comm)),
      links_(index(team_->size()), Link{.tokens = thresholds_.tokens}),
      operation_(*this),
      barrier_(*this) {
  {
    const std::scoped_lock lock(switchboard_->port().mutex());
    number_ = switchboard_->add(*this);
  }
  // From here on messages may come, by way of another thread, from ranks that are further than this.
  const auto peers = switchboard_->port().join(team_->comm());
  std::vector<std::uint32_t> numbers(peers.size());
  check(PMPI_Allgather(&number_, 1, MPI_UINT32_T, numbers.data(), 1, MPI_UINT32_T, team_->comm()));
  for (std::size_t rank = 0; rank < peers.size(); ++rank) {
    links_[rank].peer = peers[rank];
    links_[rank].team = numbers[rank];
  }
}

Control::~Control() {
  {
    const std::scoped_lock lock(switchboard_->port().mutex());
    switchboard_->remove(number_);
  }
  switchboard_->port().leave(team_->comm());
}

void Control::begin(const Call& call, const SharedPlan& plan, MessageProtocol protocol) {
  if (under_way_) return operation_.enter(call, plan, protocol);
  ++sequence_;
  under_way_ = true;
  operation_.begin(call, plan, protocol);
}

/// A message for the next operation begins it, if this rank's part in it is to pass on messages.
bool Control::begin_ahead(const Header& header) {
  const auto plan = team_->numbered(header.plan);
  if (!plan || !Operation::may_begin_ahead(*plan)) return false;
  const auto bytes = plan->shape.output_units(team_->rank()) + plan->schedule.scratch_units;
  if (bytes > thresholds_.ahead_bytes_max) return false;
  ++sequence_;
  under_way_ = true;
  operation_.begin_ahead(plan, header.protocol);
  return true;
}

void Control::end() {
  under_way_ = false;
  operation_.end();
  const auto next = std::ranges::find_if(
      early_, [&](const Early& early) { return early.header.sequence == sequence_ + 1; });
  if (next != early_.end()) begin_ahead(Header(next->header));
}

void Control::begin_barrier(const BarrierPlan& plan) { barrier_.begin(plan); }

const BarrierPlan& Control::barrier_plan(const Algorithm& algorithm, const Shape& shape,
                                         const Parameters& parameters) {
  for (const auto& [key, plan] : barrier_plans_)
    if (key.algorithm == &algorithm && key.parameters == parameters) return *plan;
  auto plan = make_barrier_plan(algorithm, shape, parameters, team_->rank());
  return *barrier_plans_
              .emplace_back(BarrierKey{&algorithm, parameters},
                            std::make_unique<BarrierPlan>(std::move(plan)))
              .second;
}

void Control::arrived(const Header& header, fabric::Payload& payload) {
  links_[index(header.source)].tokens += header.tokens;
  const auto data = payload.bytes();
  switch (header.kind) {
    case Kind::tokens:
      return;
    case Kind::barrier:
      return barrier_.arrived(header.sequence, header.message);
    case Kind::failure:
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

void Control::send(int rank, const Header& header, fabric::Bytes data, Owner* owner,
                   std::uint32_t step) {
  post(rank, switchboard_->flights().take(header, owner, step), data);
}

void Control::send_place(int rank, const Header& header, const std::byte* address,
                         std::int64_t bytes) {
  const auto& memory = switchboard_->registrations().cover(const_cast<std::byte*>(address),
                                                           static_cast<std::size_t>(bytes));
  const Place place{.address = reinterpret_cast<std::uintptr_t>(address),
                    .registration = memory.number};
  Flight& flight = switchboard_->flights().take(header);
  const auto front = bytes_of(place), key = memory.registration->key();
  flight.text.assign(front.begin(), front.end());
  flight.text.insert(flight.text.end(), key.begin(), key.end());
  post(rank, flight, flight.text);
}

void Control::post(int rank, Flight& flight, fabric::Bytes data) {
  Link& link = links_[index(rank)];
  Header& header = flight.header;
  header.team = link.team;
  header.source = team_->rank();
  header.tokens = static_cast<std::uint16_t>(std::exchange(link.owed, 0));
  if (header.kind != Kind::barrier) header.sequence = sequence_;
  if (under_way_) {
    header.plan = operation_.plan().number;
    header.protocol = operation_.protocol();
  }
  if (switchboard_->port().send(*link.peer, bytes_of(header), data, flight)) flight.complete();
}

void Control::owe_token(int rank) {
  if (++links_[index(rank)].owed >= thresholds_.tokens / 2) send(rank, {.kind = Kind::tokens});
}

void Control::fail(const std::string& reason) {
  if (!failure_.empty()) return;
  failure_ = reason;
  for (int rank = 0; rank < team_->size(); ++rank)
    if (rank != team_->rank())
      send(rank, {.kind = Kind::failure}, std::as_bytes(std::span(failure_)));
}

void Control::check_failure() const {
  if (!failure_.empty()) throw fabric::FabricError(failure_);
}

std::size_t Control::early_bytes() const {
  return std::accumulate(early_.begin(), early_.end(), std::size_t{0},
                         [](std::size_t sum, const Early& early) {
                           return sum + sizeof early + early.data.bytes().size();
                         });
}

}  // namespace tutti::active
