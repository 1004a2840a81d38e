/// The value of TUTTI_THRESHOLDS.
#include "optimized/active_messages/thresholds.hpp"

#include "fuzz/target.hpp"
#include "optimized/fabric/port.hpp"

static void try_thresholds(std::string_view input) {
  using namespace tutti;
  try {
    const auto taken = active::thresholds_with(input);
    fuzz::require(taken.segment_bytes > 0 && taken.tokens > 0 && taken.ahead_bytes_max > 0,
                  "a threshold that is not above 0 was taken");
  } catch (const fabric::FabricError& error) {
    fuzz::require_one_line(error.what());
  }
}

FUZZ_TARGET(thresholds){try_thresholds};
