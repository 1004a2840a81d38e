#include "harness/accept/trial_time.hpp"

#include <utility>

#include "harness/measure/clock.hpp"

namespace tutti {

TrialTime::TrialTime(AcceptanceFile& file, const std::string& search,
                     std::function<double()> seconds)
    : file_(file), journal_(search + ", time is up"), seconds_(std::move(seconds)) {
  if (const auto recorded = file.next_recorded(journal_))
    last_ = static_cast<int>(recorded->front());
}

bool TrialTime::is_up() {
  ++asked_;
  if (last_) return asked_ >= *last_;
  if (!end_us_) end_us_ = now_us() + seconds_() * 1e6;
  if (now_us() < *end_us_) return false;
  last_ = asked_;
  file_.record(journal_, {static_cast<double>(asked_)});
  return true;
}

}  // namespace tutti
