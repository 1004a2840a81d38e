#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/child.hpp"
#include "harness/private_folder.hpp"
#include "harness/verify/channel.hpp"

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

  /// The answer of its rank 0; nothing if the job died, or does not answer within that time.
  std::optional<std::string> ask(const std::string& question, std::chrono::milliseconds longest);

  /// How it came to its end, in one line. Ends it if it does not end by itself.
  std::string last_words();

 private:
  PrivateFolder folder_;
  Door door_;
  Child child_;
  std::optional<Channel> channel_;
};

}  // namespace tutti
