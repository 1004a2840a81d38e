#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

/// A thread beside the main one. finish() reports what it found wrong.
class Reader {
 public:
  explicit Reader(std::function<std::optional<Wrong>()> read)
      : thread_([this, read = std::move(read)] {
          wrong_ = read();
          done_ = true;
        }) {}
  const std::atomic<bool>& done() const { return done_; }
  void finish() {
    thread_.join();
    demand(wrong_);
  }

 private:
  std::optional<Wrong> wrong_;
  std::atomic<bool> done_ = false;
  std::thread thread_;  // Last: it uses the other members.
};

}  // namespace overlap_tests
