#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "optimized/selection/selector.hpp"

namespace tutti::preload {

/// Counts and times of a program's calls, with the protocols that served them and why, by call
/// site.
class CallReport {
 public:
  struct Key {
    const void* site = nullptr;
    OperationParameters parameters = {};
    Determination determination = {};

    friend bool operator==(const Key&, const Key&) = default;
  };

  /// `complaint` says why the map was refused; empty if it was not. `guard` is the name of the
  /// guard behind which calls overlap; empty if none do.
  CallReport(std::string path, std::string complaint, std::string_view guard);

  /// Times a call for as long as this lives, and adds it to the report.
  class Timer {
   public:
    Timer(CallReport& report, const Key& key) : report_(report), key_(key) {}
    ~Timer() { report_.add(key_, Clock::now() - begun_); }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Sets the determination, for calls where it is known only afterwards.
    void served_by(const Determination& determination) { key_.determination = determination; }

   private:
    CallReport& report_;
    Key key_;
    std::chrono::steady_clock::time_point begun_ = Clock::now();
  };

  /// Writes the counts of all ranks as JSON lines, at rank 0. Collective over MPI_COMM_WORLD.
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
