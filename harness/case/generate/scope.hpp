#pragma once

#include <string>
#include <vector>

#include "contract/collective.hpp"

namespace tutti {

/// What cases may be generated for one subject.
struct Scope {
  std::string subject;
  std::vector<Collective> collectives;  ///< at least one
  std::vector<std::string> laws = {};   ///< that hold for the subject; may be empty
  int world_ranks = 1;                  ///< ranks that are there
  bool nonblocking = false;             ///< the subject can start a call without waiting
  bool threads = false;                 ///< MPI_THREAD_MULTIPLE is there
  bool own_launch = false;              ///< only a launch that is made for the subject can run it
};

}  // namespace tutti
