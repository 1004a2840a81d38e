#pragma once

#include <cstdint>
#include <optional>

#include "optimized/schedule/hazards.hpp"
#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Writes the schedule of one rank as if it ran step after step. Which steps wait for which is
/// inferred from the data: a step waits, directly or not, for the earlier steps that wrote what it
/// reads, and for those that read or wrote what it writes. All else may go on at once. Steps
/// without data in common are ordered by fence() or after().
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

  /// A message without data, and its arrival.
  StepId signal(int peer) { return send(peer, {}); }
  StepId await(int peer) { return receive(peer, {}); }

  /// Every later step waits for all arrivals and local steps so far (not for sends to complete).
  void fence();
  /// The next step waits for the given one, too.
  void after(StepId step) { extra_dependencies_.push_back(step); }

  /// Units of working memory that nothing else uses.
  Region scratch(std::int64_t units);

  /// A vote of this rank on its memory, to be sent, copied and combined like data.
  Region vote(Region asked_about);
  /// From here on messages travel as the vote says, and wait for it. Of no region: as the engine wants.
  void decide_by(Region vote);

  /// Hands over what was written; the builder is then empty and can write another schedule.
  Schedule finish();
  /// Writes the next schedule in the memory of one that is no longer needed.
  void recycle(Schedule&& schedule);

 private:
  struct Edge {
    StepId on, waiting;
  };

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
  std::vector<Edge> demanded_, edges_;  ///< ascending by the step that waits
  std::vector<StepId> extra_dependencies_;
  std::optional<StepId> fence_;
  StepId fence_begin_ = 0;
  std::int32_t ballot_ = -1;
  Hazards output_, scratch_, votes_;
  std::vector<StepId> waits_for_, latest_waiting_;
  std::vector<std::int32_t> sent_to_, received_from_;  ///< messages so far, per peer
};

}  // namespace tutti
