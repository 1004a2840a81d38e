#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "optimized/selection/selector.hpp"

namespace tutti::preload {

/// Which protocol served which calls of a program, and why: counted and timed, by the place in the
/// program that they came from.
class CallReport {
 public:
  struct Key {
    const void* site = nullptr;
    OperationParameters parameters = {};
    Determination determination = {};

    friend bool operator==(const Key&, const Key&) = default;
  };

  /// `complaint`: why the map was refused; empty if it was not. `guard`: behind which calls overlap;
  /// empty if none do.
  CallReport(std::string path, std::string complaint, std::string_view guard);

  /// Times a call while it lives.
  class Timer {
   public:
    Timer(CallReport& report, const Key& key) : report_(report), key_(key) {}
    ~Timer() { report_.add(key_, Clock::now() - begun_); }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Only the call itself could tell.
    void served_by(const Determination& determination) { key_.determination = determination; }

   private:
    CallReport& report_;
    Key key_;
    std::chrono::steady_clock::time_point begun_ = Clock::now();
  };

  /// Writes what all ranks counted, as JSON lines, at rank 0. Collective over the world.
  void write() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Count {
    long calls = 0;
    Clock::duration time{};
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  void add(const Key& key, Clock::duration time);
  std::string own_lines() const;

  std::string path_;
  std::string complaint_;
  std::string_view guard_;
  std::mutex mutex_;
  std::unordered_map<Key, Count, Hash> counts_;
};

}  // namespace tutti::preload
