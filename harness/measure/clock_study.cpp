#include "harness/measure/clock_study.hpp"

#include <cstdlib>

#include "harness/platform/launch.hpp"

namespace tutti {

int run_clock_study(int argc, char** argv, void (*study)(double seconds)) {
  const MpiSession session;
  study(argc > 1 ? std::atof(argv[1]) : 10);
  return 0;
}

}  // namespace tutti
