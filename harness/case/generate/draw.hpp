#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace tutti {

/// Draws values from a stream of RapidCheck's random numbers.
class Draw {
 public:
  explicit Draw(const rc::Random& random) : random_(random) {}

  std::uint64_t number() { return random_.next(); }

  /// Draws a number in [0, bound).
  int below(int bound) { return static_cast<int>(number() % static_cast<std::uint64_t>(bound)); }

  /// Draws a number in [low, high].
  int between(int low, int high) { return low + below(high - low + 1); }

  /// Returns true in `share` of a hundred draws.
  bool percent(int share) { return below(100) < share; }

  template <typename Values>
  auto one_of(const Values& values) {
    return *std::next(std::begin(values), below(static_cast<int>(std::size(values))));
  }

  template <typename Value>
  struct Weighted {
    int weight;
    Value value;
  };

  /// Draws one of the values, with probabilities in proportion to the weights.
  template <typename Value>
  Value weighted(std::initializer_list<Weighted<Value>> choices) {
    int sum = 0;
    for (const auto& choice : choices) sum += choice.weight;
    int left = below(sum);
    for (const auto& choice : choices)
      if ((left -= choice.weight) < 0) return choice.value;
    return std::begin(choices)->value;
  }

 private:
  rc::Random random_;
};

}  // namespace tutti
