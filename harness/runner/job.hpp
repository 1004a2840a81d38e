#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/runner/channel.hpp"

namespace tutti {

/// The parameters of one launch of `tutti serve`.
struct JobPlan {
  int ranks = 1;
  std::string target = "mpi";
  Environment environment = {};  ///< variables beside those of this process
};

/// A launch of `tutti serve`. It may crash or hang without harm to this process.
class Job {
 public:
  /// Starts the launch. Throws CannotRun if the launch does not connect within a minute.
  explicit Job(const JobPlan& plan);

  /// Sends a text to rank 0 of the job.
  void send(const std::string& text) {
    complaints_before_ = child_.complaint_bytes();
    channel_->send(text);
  }
  /// Returns the next text of rank 0 of the job; nothing if the job died, or sends none within
  /// `longest`.
  std::optional<std::string> receive(std::chrono::milliseconds longest) {
    return channel_->receive(longest);
  }

  /// Closes the connection, so that the job ends by itself, and waits for the end.
  void finish();

  /// Returns how the job ended, in one line. Kills the job if it does not end by itself.
  std::string describe_end();

 private:
  TemporaryFolder folder_;
  ListeningSocket socket_;
  Child child_;
  std::optional<Channel> channel_;
  std::size_t complaints_before_ = 0;  ///< bytes of standard error before the last order
};

}  // namespace tutti
