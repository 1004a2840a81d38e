#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "contract/call.hpp"
#include "contract/comm_attribute.hpp"
#include "contract/thread_mutex.hpp"
#include "optimized/schedule/algorithm.hpp"
#include "optimized/team/message_index.hpp"

namespace tutti {

/// What one rank does in calls of one shape.
struct Plan {
  const Algorithm* algorithm = nullptr;
  Parameters parameters;
  Shape shape;
  Schedule schedule;
  MessageIndex sends, receives;
  bool shares_memory = false;       ///< input and output may share memory when passed in place
  bool needs_input = true;          ///< some step reads what this rank contributes
  bool writes_output_once = false;  ///< what a step has written there is final
  bool reads_output = true;         ///< some step reads what another one has written there
  /// Plans of a team are numbered in the order of their making, which is the same at all ranks.
  std::uint32_t number = 0;
};
using SharedPlan = std::shared_ptr<const Plan>;

/// A communicator as tutti sees it: a private duplicate, and the plans made so far. Belongs to the
/// communicator: use team_of(comm).
class Team {
 public:
  explicit Team(MPI_Comm comm);

  MPI_Comm comm() const { return comm_.handle(); }
  int rank() const { return rank_; }
  int size() const { return size_; }
  int largest_tag() const { return largest_tag_; }

  /// The plan for calls of this shape, made at the first of them. Null if there is nothing to do: no
  /// data, and nobody to wait for. The reference is valid until the next call.
  const SharedPlan& plan(const Algorithm& algorithm, const Call& call,
                         const Parameters& parameters);
  /// The plan that has this number at all ranks; null if this rank has not made it, or dropped it.
  SharedPlan numbered(std::uint32_t number) const;

 private:
  struct Key {
    const Algorithm* algorithm;
    Shape shape;
    Parameters parameters;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  /// A call that needs no second look: as far as its shape goes it is all in these few words.
  struct Recent {
    const Algorithm* algorithm = nullptr;
    Parameters parameters = {};
    Call call = {};
    SharedPlan plan = {};

    bool serves(const Algorithm& wanted, const Call& other, const Parameters& others) const;
  };

  const SharedPlan& plan_for_shape(const Algorithm& algorithm, const Shape& shape,
                                   const Parameters& parameters);

  PrivateComm comm_;
  int rank_ = 0;
  int size_ = 1;
  int largest_tag_ = 0;
  std::shared_ptr<const std::vector<int>> torus_;  ///< extents, if anybody told them
  mutable ThreadMutex mutex_;  ///< messages ask for plans in whichever thread they arrive
  std::unordered_map<Key, SharedPlan, Hash> plans_;
  std::array<Recent, 16> recent_;
  std::vector<SharedPlan> by_number_;  ///< those in plans_, ascending
  std::uint32_t next_number_ = 0;
};

/// The team of a communicator, made at its first use by all ranks together. Lives as long as the
/// communicator, or as what else belongs to it and holds the team: MPI deletes attributes in any order.
const std::shared_ptr<Team>& team_of(MPI_Comm comm);

}  // namespace tutti
