#pragma once

#include <cstdint>

namespace tutti {

/// The order of one execution, where the schedules leave it open, and the votes of the ranks.
struct Interleaving {
  enum class Pick {
    one_port,  ///< every rank sends and receives one message at a time, in schedule order
    oldest,    ///< the step that has been ready longest runs next
    newest,    ///< the step that became ready last runs next
    random,
  };

  Pick pick = Pick::one_port;
  bool buffered = false;  ///< false: a send completes only after its receive was posted
  int late = -1;          ///< this rank enters when no other can continue; -1: none
  std::uint64_t seed = 1;
  std::uint64_t refusals = 0;  ///< selects the ranks that vote no: one if odd, about 1/4 if even

  /// Returns whether the rank votes no; `ranks` is the number of ranks.
  bool refuses(int rank, int ranks) const;

  friend bool operator==(const Interleaving&, const Interleaving&) = default;
};

}  // namespace tutti
