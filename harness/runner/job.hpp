#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/platform/private_folder.hpp"
#include "harness/runner/channel.hpp"

namespace tutti {

/// What one launch of `tutti serve` is for.
struct JobPlan {
  int ranks = 1;
  std::string target = "mpi";
  Environment environment = {};  ///< variables beside those of this process
};

/// A launch of `tutti serve`, seen from outside: it may crash or hang, and this process lives on.
class Job {
 public:
  /// Throws CannotRun if the launch does not get as far as to answer.
  explicit Job(const JobPlan& plan);

  /// Tells its rank 0 something.
  void tell(const std::string& text) {
    complaints_before_ = child_.complaint_bytes();
    channel_->send(text);
  }
  /// What its rank 0 says next; nothing if the job died, or says nothing within that time.
  std::optional<std::string> hear(std::chrono::milliseconds longest) {
    return channel_->receive(longest);
  }

  /// Lets it end as a program does that is done.
  void finish();

  /// How it came to its end, in one line. Ends it if it does not end by itself.
  std::string last_words();

 private:
  PrivateFolder folder_;
  ListeningSocket socket_;
  Child child_;
  std::optional<Channel> channel_;
  std::size_t complaints_before_ = 0;  ///< what was said before its last order
};

}  // namespace tutti
