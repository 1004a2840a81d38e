#include "harness/accept/verdict/limit_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "harness/accept/verdict/student.hpp"

namespace tutti {
namespace {

constexpr double least_spread = 0.001;
constexpr double wanted_power = 0.8;
/// What slows one launch in ten slows the first three of them once in a thousand times: more often
/// than one of many requirements may err.
constexpr int first_alarm_without_sharing = 4;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The standard error of an estimate, with its degrees of freedom: 0 if it is not known.
struct Precision {
  double error = std::numeric_limits<double>::infinity();
  double degrees = 0;
};

/// Of the difference of two means of equal variance. The degrees of freedom are those of Welch's
/// test, which stay few while one of the means is of few values.
Precision precision_of_difference(double variance, double n, double m) {
  if (n < 2 || m < 2) return {};
  const double sum = 1 / n + 1 / m;
  return {std::sqrt(variance * sum), sum * sum / (1 / (n * n * (n - 1)) + 1 / (m * m * (m - 1)))};
}

/// What is known after the first `count` launches. Limits are turned so that above is worse.
class Look {
 public:
  Look(const LimitQuestion& question, std::size_t count)
      : question_(question),
        count_(static_cast<int>(count)),
        sign_(question.at_most ? 1 : -1),
        own_(scatter_of(std::span(question.launches).first(count))),
        baseline_(scatter_of(question.baseline)),
        mean_(sign_ * mean(std::span(question.launches).first(count))) {
    if (!question.baseline.empty()) mean_ -= sign_ * mean(question.baseline);
    if (!question.shared.empty()) shared_ = question.shared[count - 1];
  }

  LimitAnswer answer() const {
    const auto now = precision(count_);
    const double best = mean_ - allowance(now, question_.false_alarms, first_alarm(), count_);
    const double worst = mean_ + allowance(now, question_.false_passes, first_pass(), count_);
    return {.conformity = best > limit()     ? Conformity::falls_short
                          : worst <= limit() ? Conformity::holds
                                             : Conformity::cannot_tell,
            .value = sign_ * mean_,
            .low = question_.at_most ? best : -worst,
            .high = question_.at_most ? worst : -best,
            .launches = count_,
            .launches_needed = count_};
  }

  int launches_needed() const {
    if (!(precision(count_).degrees > 0))
      return precision(count_ + 1).degrees > 0 ? count_ + 1 : launches_needed_max;
    int below = count_;
    int enough = count_ + 1;
    while (enough < launches_needed_max && power(enough) < wanted_power) {
      below = enough;
      enough = std::min(2 * enough, launches_needed_max);
    }
    while (enough - below > 1) {
      const int middle = std::midpoint(below, enough);
      (power(middle) < wanted_power ? below : enough) = middle;
    }
    return enough;
  }

 private:
  double limit() const { return sign_ * question_.limit; }

  /// Expected after n launches, from the spread that is known now.
  Precision precision(int n) const {
    const double floor = least_spread * least_spread;
    const double launches = n;
    const auto baseline_launches = static_cast<double>(question_.baseline.size());
    const double variance =
        std::max({own_.variance(), baseline_.variance(), (own_ + shared_).variance(), floor});
    if (question_.shared.empty() && baseline_launches > 0)
      return precision_of_difference(variance, launches, baseline_launches);
    const double portion = 1 / launches + (baseline_launches > 0 ? 1 / baseline_launches : 0);
    return {std::sqrt(variance * portion), shared_.degrees + launches - 1};
  }

  int first_pass() const {
    return !question_.shared.empty() && question_.shared.front().degrees > 0 ? 1 : 2;
  }
  int first_alarm() const {
    const bool shares = !question_.shared.empty() && question_.shared.back().degrees > 0;
    return shares ? first_pass() : first_alarm_without_sharing;
  }

  /// How far the mean must be from the limit after n launches. The share of the error rate that is
  /// spent then depends on the launch that was looked at first.
  double allowance(const Precision& precision, double rate, int first, int n) const {
    if (!(precision.degrees > 0) || n < first) return std::numeric_limits<double>::infinity();
    const double look = n - first + 1;
    return student_quantile(precision.degrees, rate / (look * (look + 1))) * precision.error;
  }

  /// Predicts how probable it is that n launches can tell, from what is known now.
  double power(int n) const {
    const auto now = precision(count_);
    const auto then = precision(n);
    const double moves = std::sqrt(std::max(now.error * now.error - then.error * then.error, 0.0));
    const double short_from = limit() + allowance(then, question_.false_alarms, first_alarm(), n);
    const double holds_from = limit() - allowance(then, question_.false_passes, first_pass(), n);
    const auto passes = [&](double distance) {
      if (!(moves > 0)) return distance < 0 ? 1.0 : 0.0;
      return student_upper_tail(now.degrees, distance / moves);
    };
    return passes(short_from - mean_) + passes(mean_ - holds_from);
  }

  const LimitQuestion& question_;
  int count_;
  double sign_;
  Scatter own_;
  Scatter baseline_;
  Scatter shared_ = {};
  double mean_;
};

}  // namespace

Scatter scatter_of(std::span<const double> values) {
  if (values.size() < 2) return {};
  const double center = mean(values);
  Scatter scatter{0, static_cast<double>(values.size() - 1)};
  for (const double value : values) scatter.squares += (value - center) * (value - center);
  return scatter;
}

LimitAnswer answer(const LimitQuestion& question) {
  const auto launches = question.launches.size();
  for (std::size_t count = 1; count < launches; ++count)
    if (const auto early = Look(question, count).answer();
        early.conformity != Conformity::cannot_tell)
      return early;
  const Look last(question, launches);
  auto result = last.answer();
  if (result.conformity == Conformity::cannot_tell) result.launches_needed = last.launches_needed();
  return result;
}

}  // namespace tutti
