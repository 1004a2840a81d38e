#pragma once

#include <cstdint>

namespace tutti {

/// In which order one execution goes on, where the schedules leave it open, and how ranks vote.
struct Interleaving {
  enum class Pick {
    one_port,  ///< every rank sends, and receives, one message at a time, in schedule order
    oldest,    ///< what could go on first does
    newest,    ///< what could go on last does
    random,
  };

  Pick pick = Pick::one_port;
  bool buffered = false;  ///< else a send completes only after its receive was posted
  int late = -1;          ///< this rank enters when nobody can go on without it; -1: none
  std::uint64_t seed = 1;
  std::uint64_t refusals = 0;  ///< seed of which ranks vote no: one if odd, about a quarter if even

  /// Of so many ranks.
  bool refuses(int rank, int ranks) const;

  friend bool operator==(const Interleaving&, const Interleaving&) = default;
};

}  // namespace tutti
