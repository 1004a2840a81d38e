/// The value of TUTTI_TEST_CLOCK.
#include "harness/measure/test_clock.hpp"

#include <cmath>

#include "fuzz/target.hpp"

static void try_test_clock(std::string_view input) {
  using namespace tutti;
  const auto clock = fuzz::accepted([&] { return TestClock::parse(input, 3); });
  fuzz::require(!clock || (std::isfinite(clock->shown_us(1)) && clock->host() >= 0),
                "a clock that shows no time was taken");
}

FUZZ_TARGET(test_clock){try_test_clock};
