#pragma once

#include <list>
#include <vector>

#include "contract/call.hpp"
#include "contract/kept_memory.hpp"
#include "contract/typed_blocks.hpp"

namespace tutti::overlap {

/// A call with a copy of what this rank contributes: the program may write over its own, or free it,
/// and the arrays of counts and its types, while data still leave. What call() points to lives as long as this.
/// Source: T-NBC, section 5.1.2.
class OwnInput {
 public:
  /// `type`s of what is sent and received at this rank: without gaps. Those that are not built in become
  /// bytes, of which there must be no more than MPI can count.
  OwnInput(const Call& call, int rank, int ranks);
  OwnInput(const OwnInput&) = delete;
  OwnInput& operator=(const OwnInput&) = delete;

  /// Not in place, wherever the program's is.
  const Call& call() const { return call_; }

 private:
  void keep_receive_side(const TypedBlocks& output);
  /// The blocks, copied one behind the other.
  TypedBlocks copy(const TypedBlocks& input);
  const int* keep(std::vector<int> values) {
    return values_.emplace_back(std::move(values)).data();
  }

  Call call_;
  KeptMemory memory_;
  std::list<std::vector<int>> values_;
};

}  // namespace tutti::overlap
