/// The value of TUTTI_CRITERION.
#include <cmath>

#include "fuzz/target.hpp"
#include "optimized/selection/performance.hpp"

static void try_criterion(std::string_view input) {
  using namespace tutti;
  const auto criterion = fuzz::accepted([&] { return parse_criterion(input); });
  fuzz::require(!criterion || criterion->limit > 0, "a limit that is not above 0 was taken");
}

FUZZ_TARGET(criterion){try_criterion};
