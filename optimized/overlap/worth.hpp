#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "optimized/selection/operation_parameters.hpp"

namespace tutti::overlap {

/// Finds out whether a program is faster where calls return early. What is compared is the time from one
/// call to the next one from the same place: it holds the call, the computation behind it, and all that
/// data which travel meanwhile take from that. Each rank finds out for itself: others do not notice when
/// a call returns.
class Worth {
 public:
  /// A call begins, so many seconds after some moment. True if it is to return early.
  bool begins(double seconds);

 private:
  /// From one call to the next, where the first returns early, or not.
  class Cycle {
   public:
    void add(double seconds);
    bool is_known() const { return seconds_ > 0; }
    double seconds() const { return seconds_; }

   private:
    double seconds_ = 0;
  };

  bool early_is_better() const;
  bool is_trial() const;

  Cycle early_, blocking_;
  long calls_ = 0;
  double begun_ = 0;
  bool returns_early_ = false;
};

/// For each place of a program, and each shape of the calls from there. Any thread may call.
class Worths {
 public:
  bool begins(const void* site, const OperationParameters& parameters);

 private:
  std::mutex mutex_;
  std::map<std::pair<const void*, OperationParameters>, Worth> worths_;
};

}  // namespace tutti::overlap
