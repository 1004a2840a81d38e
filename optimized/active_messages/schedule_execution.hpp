#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "optimized/active_messages/fetch_offers.hpp"
#include "optimized/active_messages/message_protocol.hpp"
#include "optimized/active_messages/pending_transfer.hpp"
#include "optimized/memory/call_memory.hpp"

namespace tutti::active {

class ControlStructure;

/// One execution of a schedule. A step starts when all that it waits for is done. It is started by
/// the caller, or by the handler of the message that it waited for.
class Operation final : public TransferListener {
 public:
  using StepId = std::uint32_t;

  explicit Operation(ControlStructure& control) : control_(control) {}
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  void begin(const Call& call, const SharedPlan& plan, const MessageOptions& options);
  /// Begins on behalf of other ranks, before the caller has entered: messages are passed on from
  /// memory of the operation instead of the caller's. Only if may_begin_ahead() of the plan.
  void begin_ahead(const SharedPlan& plan, MessageProtocol protocol);
  static bool may_begin_ahead(const Plan& plan);
  /// Gives the caller's memory to an operation that was begun ahead. Throws FabricError if the
  /// caller makes another call.
  void enter(const Call& call, const SharedPlan& plan, MessageProtocol protocol);
  bool complete() const { return unfinished_ == 0; }
  /// Calls action(rank) for the peer of each message under way.
  template <class Action>
  void for_each_awaited(Action action) const;
  const Plan& plan() const { return *plan_; }
  MessageProtocol protocol() const { return protocol_; }
  const Arrivals& arrivals() const { return arrivals_; }
  /// Continues the steps that wait for partial input, as far as it has grown.
  void continue_input();
  /// Hands the output over to the caller.
  void end();
  /// Gives up, after an error.
  void abandon();

  /// Takes a message, or returns false if the step that it is for has not started yet.
  bool take(const Header& header, fabric::Bytes data);

  void completed(const PendingTransfer& transfer) override;
  void failed(const std::string& reason) override;

 private:
  /// Progress of one message to a peer.
  struct Outgoing {
    bool started = false;
    bool is_known = false;  ///< `bytes` from `data` go in one segment, as in the call before
    bool requested = false, may_go_on = false;
    int segments = 0;   ///< sent so far
    int in_flight = 0;  ///< transfers that have not ended yet
    std::int64_t bytes = 0, sent = 0;
    std::int64_t announced = 0;  ///< bytes to be fetched by the receiver
    std::byte* data = nullptr;
    PooledMemory packed = {};  ///< used if the elements have gaps
    PackedRuns packing = {};
  };
  /// Progress of one message from a peer.
  struct Incoming {
    bool started = false;
    bool is_known = false;  ///< comes in segments, to the target of the call before
    bool staged = false;    ///< collected in `packed`, and taken in by whole elements
    std::int64_t bytes = 0, arrived = 0;
    TypedRun target = {};
    std::byte* landing = nullptr;  ///< target of puts and gets
    PooledMemory packed = {};
    PackedRuns unpacking = {};  ///< if staged
  };

  void prepare(const SharedPlan& plan, const MessageOptions& options);
  void forget_messages();
  void choose_lengths(std::int64_t packet);
  void start_ready_steps();
  TypedRun at(const Region& region) const;
  bool input_is_ready(const Region& source) const;
  void start(StepId id);
  void copy(const Step& step);
  void notify_fetch_scheduler(const Step& step, std::int64_t offset, std::int64_t bytes);
  void finish(StepId id);
  void make_ready(StepId id);
  void advance();
  void vote();
  bool may_be_put(const Step& step) const;
  void require_vote_was_right(const Step& step) const;
  MessageProtocol protocol_for(const Step& step, std::int64_t bytes) const;
  static Header about(const Step& step, Kind kind);
  template <class Action>
  void for_each_block(Header header, Action action) const;
  /// Returns the bytes rounded down to whole elements, where elements are combined.
  std::int64_t whole_elements(std::int64_t bytes) const;
  bool is_packed_run(const TypedRun& run) const;
  bool combines_at_once(const Step& step, const Incoming& incoming) const;

  void start_send(StepId id);
  void send_whole(StepId id, fabric::Bytes data);
  void send_segments(StepId id);
  bool may_send_segment(const Step& step, const Outgoing& outgoing) const;
  fabric::Bytes packed(StepId id, std::int64_t offset, std::int64_t bytes);
  void announce(StepId id);
  void announce_blocks(StepId id);
  void put_block(StepId id, const Header& header, fabric::Bytes data);
  void finish_if_sent(StepId id);

  void start_receive(StepId id);
  void prepare_receive(StepId id);
  void deliver(StepId id, const Header& header, fabric::Bytes data);
  void prepare_landing(const Step& step, Incoming& incoming);
  void grant_blocks(StepId id);
  void get_blocks(StepId id, const Header& announced, fabric::Bytes place);
  void take_offer(Offer message);
  void fetch_offered();
  void get_block(const Offer& block);
  void consume(StepId id, std::int64_t offset, fabric::Bytes data);
  void forward(StepId received, std::int64_t offset, fabric::Bytes data);
  void take_over(StepId id, std::int64_t offset, std::int64_t bytes);
  void finish_if_arrived(StepId id);
  void take_in(StepId id, std::int64_t offset, std::int64_t bytes);
  void take_in_elements(const Step& step, const TypedRun& target, const std::byte* packed);

  ControlStructure& control_;
  SharedPlan plan_;
  MPI_Op op_ = MPI_OP_NULL;
  bool op_is_builtin_ = true;
  MessageProtocol protocol_ = MessageProtocol::automatic;
  std::int64_t packet_ = 0;
  std::int64_t element_bytes_ = 1;  ///< of an element, which must not be split
  std::int64_t segment_bytes_ = 1, block_bytes_ = 1, eager_bytes_max_ = 0;
  CallMemory memory_;
  bool ahead_ = false;  ///< begun ahead: `collected_output_` holds the output
  std::vector<std::byte> collected_output_, ahead_scratch_;
  std::vector<fabric::Exposure> exposed_;
  PartialInput* partial_input_ = nullptr;
  std::vector<StepId> awaiting_input_;  ///< steps that wait for partial input to grow
  FetchScheduler* fetch_scheduler_ = nullptr;
  Offers offers_;  ///< only with a fetch scheduler
  bool fetching_ = false;
  std::vector<std::uint32_t> waits_for_;
  std::vector<Outgoing> outgoing_;  ///< by step
  std::vector<Incoming> incoming_;  ///< by step
  std::vector<StepId> ready_messages_, ready_local_;
  std::size_t unfinished_ = 0;
  Arrivals arrivals_;
  bool advancing_ = false;
};

template <class Action>
void Operation::for_each_awaited(Action action) const {
  if (complete()) return;
  for (StepId id = 0; id < plan_->schedule.steps.size(); ++id)
    if (outgoing_[id].started || incoming_[id].started) action(plan_->schedule.steps[id].peer);
}

/// Calls action(header) for each block of the bytes that the header describes.
template <class Action>
void Operation::for_each_block(Header header, Action action) const {
  assert(block_bytes_ > 0);
  auto left = static_cast<std::int64_t>(header.bytes);
  while (left > 0) {
    header.bytes = static_cast<std::uint64_t>(std::min(block_bytes_, left));
    action(std::as_const(header));
    left -= static_cast<std::int64_t>(header.bytes);
    header.offset += header.bytes;
  }
}

}  // namespace tutti::active
