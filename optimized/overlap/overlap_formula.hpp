#pragma once

#include <span>

namespace tutti::overlap {

/// A collective and the computation behind it, in the terms of the source's formulas: first comes
/// computation that needs none of the data (CURC), then computation that consumes them in the order
/// in which they arrive (CRC).
struct Phases {
  double comm_seconds = 0;           ///< T_comm: of the collective without any overlap
  double comm_rate_bytes_per_s = 0;  ///< R_comm: at which its data arrive
  double init_seconds = 0;           ///< T_init: until the call returns, with overlap
  double unrelated_seconds = 0;      ///< T_CURC
  double related_rate = 0;           ///< R_CRC, bytes per second; 0: never done, infinity: none
};

/// Returns the phases of a call that took `comm_seconds` blocking and would take `init_seconds`
/// until it returns early. `access_seconds` are the times after its end at which its sub-messages,
/// of `sub_message_bytes` each, were first used: in ascending order, one at least.
/// Source: T-NBC, Chinese Journal of Computers 34 (2011), section 5.1.1.
Phases observed_phases(double comm_seconds, double init_seconds,
                       std::span<const double> access_seconds, double sub_message_bytes);

/// Returns the seconds of the communication that computation can hide: formula (1). Never negative.
/// Source: Li et al., T-NBC, Chinese Journal of Computers 34 (2011), section 3.
double overlap_seconds(const Phases& phases);

/// Returns the same for a call that takes `init_seconds` until it returns: formula (3). Never
/// negative.
/// Source: as above, section 6.2.
double overlap_seconds_after_init(const Phases& phases);

}  // namespace tutti::overlap
