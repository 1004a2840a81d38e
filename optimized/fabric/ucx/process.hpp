#pragma once

#include <cstdint>

namespace tutti::fabric::ucx {

/// What another process needs to find one.
struct ProcessId {
  std::uint64_t pid_namespace = 0;  ///< the number means something in this one only
  std::int32_t number = 0;

  /// Of this process.
  static ProcessId own();
};

/// Another process of this machine.
class Process {
 public:
  /// Throws nothing: a process that cannot be found is never said to have ended.
  explicit Process(const ProcessId& id);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  std::int32_t number() const { return number_; }
  bool has_ended() const;

 private:
  std::int32_t number_;
  int descriptor_ = -1;
};

}  // namespace tutti::fabric::ucx
