#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>

#include "optimized/schedule/hazards.hpp"
#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// A builder of the schedule of one rank, written as if the steps ran one after another.
/// Dependencies are inferred from the data: a step waits, directly or not, for the earlier steps
/// that wrote what it reads, and for those that read or wrote what it writes. All other steps may
/// proceed concurrently. Steps without data in common are ordered by fence() or after().
class ScheduleBuilder {
 public:
  using StepId = Hazards::StepId;

  ScheduleBuilder() = default;
  ScheduleBuilder(const ScheduleBuilder&) = delete;
  ScheduleBuilder& operator=(const ScheduleBuilder&) = delete;

  StepId send(int peer, Region source);
  StepId receive(int peer, Region target);
  /// Receives as many units as the target has and combines them into it.
  StepId receive_combine(int peer, Region target, Order order);
  StepId copy(Region source, Region target);
  StepId combine(Region source, Region target, Order order);

  /// Sends, or receives, a message without data.
  StepId signal(int peer) { return send(peer, {}); }
  StepId await(int peer) { return receive(peer, {}); }

  /// While the object lives, steps are written in terms of a part of the ranks: peers are positions in `ranks`, which
  /// must live as long, and the input and output stand for the given memory.
  class Part {
   public:
    Part(ScheduleBuilder& schedule, std::span<const int> ranks, Region input, Region output)
        : schedule_(schedule), ranks_(ranks), input_(input), output_(output) {
      assert(!schedule.part_);
      schedule.part_ = this;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { schedule_.part_ = nullptr; }

   private:
    friend ScheduleBuilder;
    ScheduleBuilder& schedule_;
    std::span<const int> ranks_;
    Region input_, output_;
  };

  /// Makes every later step wait for all receives and local steps so far, but not for sends.
  void fence();
  /// Makes the next step wait for the given one, too.
  void after(StepId step) { extra_dependencies_.push_back(step); }

  /// Returns this many units of working memory that nothing else uses.
  Region scratch(std::int64_t units);

  /// Returns a vote of this rank on the given memory, to be sent, copied and combined like data.
  Region vote(Region memory);
  /// Makes later messages travel as the vote decides, and wait for the vote. With an empty region,
  /// the engine decides.
  void decide_by(Region vote);

  /// Returns the schedule. The builder is then empty and can write another one.
  Schedule finish();
  /// Reuses the memory of a schedule that is no longer needed for the next one.
  void recycle(Schedule&& schedule);

 private:
  struct Edge {
    StepId on, waiting;
  };

  int rank_of(int peer) const;
  Region memory_of(Region region) const;
  StepId add(Step step);
  StepId add_message(Step step);
  Hazards& hazards_of(Buffer buffer);
  template <class Visit>
  void for_data(const Region& region, Visit visit);
  template <class Visit>
  void for_reads(const Step& step, Visit visit);
  void infer_edges();
  void link();

  Schedule schedule_;
  const Part* part_ = nullptr;  ///< what the steps are written in terms of, if not of all ranks
  std::vector<Edge> explicit_edges_, edges_;  ///< ascending by the waiting step
  std::vector<StepId> extra_dependencies_;
  std::optional<StepId> fence_;
  StepId fence_begin_ = 0;
  std::int32_t vote_ = -1;
  Hazards output_, scratch_, votes_;
  std::vector<StepId> waits_for_, latest_waiting_;
  std::vector<std::int32_t> sent_to_, received_from_;  ///< number of messages so far, per peer
};

}  // namespace tutti
