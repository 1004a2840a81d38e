#pragma once

#include <deque>
#include <functional>
#include <string>

#include "contract/call.hpp"
#include "optimized/active_messages/message_protocol.hpp"
#include "optimized/team/team.hpp"

namespace tutti::active {

class ControlStructure;

/// A function that is called when a started collective is over, with the reason of its failure, or
/// an empty text.
using Done = std::function<void(const std::string& failure)>;

/// The collectives of a team that were started and are not over. They are executed one at a time,
/// in the order of their start, which is the same at all ranks. Accessed only with the port's mutex
/// held.
class StartedCollectives {
 public:
  explicit StartedCollectives(ControlStructure& control) : control_(control) {}

  void add(const Call& call, const SharedPlan& plan, const MessageOptions& options, Done done);
  bool empty() const { return items_.empty(); }
  /// Begins the first collective, ends it if it is complete, begins the next, and so on.
  void advance();
  /// Ends all collectives with an error.
  void fail_all(const std::string& reason);

 private:
  struct Item {
    Call call;
    SharedPlan plan;
    MessageOptions options;
    Done done;

    bool is_barrier() const { return call.collective == Collective::barrier; }
  };

  void begin_first();
  bool first_is_complete() const;
  void end_first();

  ControlStructure& control_;
  std::deque<Item> items_;
  bool begun_ = false;  ///< the first collective was begun
};

}  // namespace tutti::active
