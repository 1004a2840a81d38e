#include "harness/accept/search/evidence.hpp"

#include <cmath>

namespace tutti {

double Evidence::strength() const {
  constexpr int shares = 20;
  double sum = 0;
  for (int i = 0; i < shares; ++i) {
    const double share = (i + 0.5) / shares;
    sum += std::pow(1 + share, successes_) * std::pow(1 - share, failures_);
  }
  return sum / shares;
}

}  // namespace tutti
