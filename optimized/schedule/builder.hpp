#pragma once

#include <map>

#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Writes the schedule of one rank as if it ran step after step. Which steps wait for which is
/// inferred from the data: a step waits for the earlier steps that wrote what it reads, and for
/// those that read or wrote what it writes. All else may go on at once. Steps without data in
/// common are ordered by fence() or after().
class ScheduleBuilder {
 public:
  using StepId = std::uint32_t;

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

  Schedule finish() &&;

 private:
  struct Access {
    std::int64_t end;
    std::vector<StepId> writers;  ///< of this run: the last one, none before the first write
    std::vector<StepId> readers;  ///< since the last write
  };
  using Accesses = std::map<std::int64_t, Access>;  ///< by offset; disjoint runs

  StepId add(Step step);
  void depend(StepId on);
  void read(const Region& region, StepId reader);
  void write(const Region& region, StepId writer);
  Accesses& accesses(Buffer buffer);

  Schedule schedule_;
  std::vector<std::uint64_t> edges_;  ///< (waited for, waiting), packed
  std::vector<StepId> extra_dependencies_;
  std::vector<StepId> fenced_;
  StepId fence_begin_ = 0;
  Accesses output_, scratch_;
  std::vector<std::int32_t> sent_to_, received_from_;  ///< messages so far, per peer
};

}  // namespace tutti
