#include "optimized/selection/curves.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace tutti {
namespace {

/// Least bend that is worth a curve: a logarithm, some 2 %.
constexpr double bend_min = 0.03;

/// Returns the value at `ranks` on the line from one number of ranks to another.
double between(const Curves& curves, int fewer, int ranks, int more, std::int64_t bytes) {
  return on_line(axis_of(fewer), curves.at(fewer).at(bytes), axis_of(ranks), axis_of(more),
                 curves.at(more).at(bytes));
}

class Bender {
 public:
  /// The model's curves must hold all ranks from one observed number to the next, at the sizes of
  /// both.
  Bender(const Curves& model, Curves& curves) : model_(model), curves_(curves) {}

  /// Adds curves between two numbers of ranks, first where the bend is largest: little may be left
  /// on both sides of it.
  void bend(int fewer, int more) {
    int worst = fewer;
    double most = bend_min;
    for (int ranks = fewer + 1; ranks < more; ++ranks)
      for (const auto& [bytes, value] : model_.at(ranks))
        if (const double off = std::abs(off_line(fewer, ranks, more, bytes)); off > most) {
          most = off;
          worst = ranks;
        }
    if (worst == fewer) return;
    Curve bent;
    for (const auto& [bytes, value] : model_.at(worst))
      bent[bytes] =
          between(curves_, fewer, worst, more, bytes) + off_line(fewer, worst, more, bytes);
    curves_[worst] = std::move(bent);
    bend(fewer, worst);
    bend(worst, more);
  }

 private:
  double off_line(int fewer, int ranks, int more, std::int64_t bytes) const {
    return model_.at(ranks).at(bytes) - between(model_, fewer, ranks, more, bytes);
  }

  const Curves& model_;
  Curves& curves_;
};

/// Returns the model's curves from one number of ranks to another, at the sizes for which it knows
/// all of these.
Curves modelled(const Model& model, int fewer, int more, const Curve& sizes) {
  Curves curves;
  for (const auto& [bytes, observed] : sizes) {
    std::map<int, double> values;
    for (int ranks = fewer; ranks <= more; ++ranks) values[ranks] = model(ranks, bytes);
    const auto is_finite = [](double value) { return std::isfinite(value); };
    if (!std::ranges::all_of(values | std::views::values, is_finite)) continue;
    for (const auto& [ranks, value] : values) curves[ranks][bytes] = value;
  }
  return curves;
}

}  // namespace

Curve common(const Curve& curve, const Curve& other) {
  Curve result;
  for (const auto& point : curve)
    if (other.contains(point.first)) result.insert(point);
  return result;
}

void add_curves_like(const Model& model, Curves& curves) {
  const Curves observed = curves;
  for (auto more = observed.begin(); more != observed.end(); ++more) {
    if (more == observed.begin()) continue;
    const auto fewer = std::prev(more);
    const auto of_model =
        modelled(model, fewer->first, more->first, common(fewer->second, more->second));
    if (!of_model.empty()) Bender(of_model, curves).bend(fewer->first, more->first);
  }
}

}  // namespace tutti
