#pragma once

#include <array>
#include <map>
#include <memory_resource>
#include <optional>

#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Writes the schedule of one rank as if it ran step after step. Which steps wait for which is
/// inferred from the data: a step waits for the earlier steps that wrote what it reads, and for
/// those that read or wrote what it writes. All else may go on at once. Steps without data in
/// common are ordered by fence() or after().
class ScheduleBuilder {
 public:
  using StepId = std::uint32_t;

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

  /// Hands over what was written; the builder is then empty and can write another schedule.
  Schedule finish();
  /// Writes the next schedule in the memory of one that is no longer needed.
  void recycle(Schedule&& schedule);

 private:
  static constexpr std::int32_t none = -1;

  /// A run of units that were last written by one step, and those that have read them since.
  struct Run {
    std::int64_t end;
    StepId writer;
    std::int32_t last_read = none;  ///< index into reads_
  };
  enum class Access { read, write };
  /// The disjoint runs of one buffer by their offset. Schedules mostly go on where they were, or
  /// next to it, so the latest place of each access is looked at before the tree is searched.
  struct Runs {
    using Tree = std::pmr::map<std::int64_t, Run>;

    explicit Runs(std::pmr::memory_resource* memory) : tree(memory) { clear(); }
    void clear();

    /// The first run that ends behind `at`, from now on the latest place.
    Tree::iterator& reaching(std::int64_t at, Access access);
    /// Cuts the run that holds `at` in its inside, so that a run begins there.
    void cut(std::int64_t at, Access access);
    /// Makes runs begin and end where the range does, and returns the first that ends behind its
    /// beginning.
    Tree::iterator& cut_out(Range range, Access access);
    /// Returns the next run.
    Tree::iterator erase(Tree::iterator run);

    Tree tree;
    std::array<Tree::iterator, 2> latest;
  };
  /// One reader of a run; cutting a run shares the list between both parts.
  struct Read {
    StepId reader;
    std::int32_t previous;
  };
  struct Edge {
    StepId on, waiting;
  };

  StepId add(Step step);
  void depend(StepId on);
  void read(const Region& region, StepId reader);
  void write(const Region& region, StepId writer);
  void wait_for_accesses(const Run& run);

  Schedule schedule_;
  std::vector<Edge> edges_;  ///< ascending by the step that waits
  std::vector<StepId> extra_dependencies_;
  std::optional<StepId> fence_;
  StepId fence_begin_ = 0;
  std::pmr::unsynchronized_pool_resource run_memory_;
  Runs output_{&run_memory_}, scratch_{&run_memory_};
  std::vector<Read> reads_;
  std::vector<StepId> latest_waiting_;
  std::vector<std::int32_t> sent_to_, received_from_;  ///< messages so far, per peer
};

}  // namespace tutti
