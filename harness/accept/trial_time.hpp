#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/accept/acceptance_file.hpp"

namespace tutti {

/// Tells when the trials of a search must end. Records the answer, so that an interrupted launch
/// that goes on gets the same. At rank 0.
class TrialTime {
 public:
  /// The time begins with the first question: `seconds` is asked then. The file must outlive the
  /// object.
  TrialTime(AcceptanceFile& file, const std::string& search, std::function<double()> seconds);

  bool is_up();

 private:
  AcceptanceFile& file_;
  std::string journal_;
  std::function<double()> seconds_;
  std::optional<double> end_us_ = {};
  std::optional<int> last_ = {};  ///< number of the first question that is answered by yes
  int asked_ = 0;
};

}  // namespace tutti
