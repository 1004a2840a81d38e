#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "contract/call.hpp"
#include "contract/comm_attribute.hpp"
#include "contract/thread_mutex.hpp"
#include "optimized/schedule/algorithm.hpp"
#include "optimized/team/message_index.hpp"

namespace tutti {

/// The schedule of one rank for calls of one shape, with what is derived from it.
struct Plan {
  const Algorithm* algorithm = nullptr;
  Parameters parameters;
  Shape shape;
  Schedule schedule;
  MessageIndex sends, receives;
  bool shares_memory = false;       ///< input and output may share memory if passed in place
  bool needs_input = true;          ///< some step reads the input
  bool writes_output_once = false;  ///< no part of the output is written twice
  bool reads_output = true;         ///< some step reads the output
  /// Number of the plan in its team, in the order of construction, which is the same at all ranks. In
  /// collectives of neighbourhoods it is one that plan_with_number() of other ranks does not know.
  std::uint32_t number = 0;
};
using SharedPlan = std::shared_ptr<const Plan>;

/// A communicator with what tutti keeps for it: a private communicator of the same processes, and
/// the plans made so far. Obtained with team_of(comm).
class Team {
 public:
  explicit Team(MPI_Comm comm);

  MPI_Comm comm() const { return comm_.handle(); }
  int rank() const { return rank_; }
  int size() const { return size_; }
  int largest_tag() const { return largest_tag_; }

  /// Returns the plan for calls of this shape, which the first of them makes. Null if there is
  /// nothing to do: no data and no synchronization. The reference is valid until the next call.
  const SharedPlan& plan(const Algorithm& algorithm, const Call& call,
                         const Parameters& parameters);
  /// Returns the plan that has this number at all ranks; null if this rank has not made it yet, or
  /// has dropped it.
  SharedPlan plan_with_number(std::uint32_t number) const;

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

  /// A recent call whose arguments determine its shape, with its plan, so that an equal call needs
  /// no further lookup.
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
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const std::vector<int>> torus_;  ///< extents of the torus, if known
  std::shared_ptr<const std::vector<int>> nodes_;  ///< as in shapes
  mutable ThreadMutex mutex_;  ///< arriving messages need plans in whichever thread receives them
  std::unordered_map<Key, SharedPlan, Hash> plans_;
  /// Apart from the others: ranks that are not connected may make calls of different shapes.
  std::unordered_map<Key, SharedPlan, Hash> plans_of_neighbourhoods_;
  std::array<Recent, 16> recent_;
  std::vector<SharedPlan> by_number_;  ///< the plans in plans_, ascending by number
  std::uint32_t next_number_ = 0;
  std::uint32_t next_own_number_ = std::numeric_limits<std::uint32_t>::max();  ///< counts down
};

/// Returns the team of a communicator. The first call makes it and is collective over the
/// communicator. The team lives as long as the communicator, or as another attribute of the
/// communicator that holds it: MPI deletes attributes in any order.
const std::shared_ptr<Team>& team_of(MPI_Comm comm);

}  // namespace tutti
