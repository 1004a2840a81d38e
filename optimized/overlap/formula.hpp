#pragma once

#include <span>

namespace tutti::overlap {

/// A collective and the computation behind it, as the formulas of the source see them: first comes
/// computation that needs none of the data (CURC), then such that consumes them in the order in
/// which they arrive (CRC).
struct Phases {
  double comm_seconds = 0;           ///< T_comm: of the collective, where nothing overlaps with it
  double comm_rate_bytes_per_s = 0;  ///< R_comm: at which its data arrive
  double init_seconds = 0;           ///< T_init: until the call returns, where it overlaps
  double unrelated_seconds = 0;      ///< T_CURC
  double related_rate = 0;  ///< R_CRC, bytes per second; 0: never done, infinity: there is none
};

/// The phases of a call that needed `comm_seconds` blocking and would need `init_seconds` until it returns
/// early, if all sub-messages of so many bytes were first used so many seconds behind its end, in
/// ascending order, of which there is one at least.
/// Source: T-NBC, Chinese Journal of Computers 34 (2011), section 5.1.1.
Phases observed_phases(double comm_seconds, double init_seconds,
                       std::span<const double> access_seconds, double sub_message_bytes);

/// Seconds of the communication that computation can hide: formula (1). Never negative.
/// Source: Li et al., T-NBC, Chinese Journal of Computers 34 (2011), section 3.
double overlap_seconds(const Phases& phases);

/// The same for a call that needs its time until it returns: formula (3). Never negative.
/// Source: as above, section 6.2.
double overlap_seconds_after_init(const Phases& phases);

}  // namespace tutti::overlap
