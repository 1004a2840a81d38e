#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>

namespace tutti {

/// Logarithm (of base 2) of the time by bytes, at one number of ranks.
using Curve = std::map<std::int64_t, double>;
/// The curves of one contestant, by ranks.
using Curves = std::map<int, Curve>;

inline double axis_of(std::int64_t bytes) { return std::log2(1 + static_cast<double>(bytes)); }
inline double axis_of(int ranks) { return std::log2(ranks); }

/// Returns the value at x on the line from (low_x, low) to (high_x, high).
inline double on_line(double low_x, double low, double x, double high_x, double high) {
  return std::lerp(low, high, (x - low_x) / (high_x - low_x));
}

/// Returns the first curve at only the sizes that both have.
Curve common(const Curve& curve, const Curve& other);

/// The logarithm of a time at a number of ranks and bytes; not finite where it is not known.
using Model = std::function<double(int, std::int64_t)>;

/// Adds curves between the given ones where the model is not straight from one of them to the next.
/// The new curves are off the straight line by as much as the model is.
void add_curves_like(const Model& model, Curves& curves);

}  // namespace tutti
