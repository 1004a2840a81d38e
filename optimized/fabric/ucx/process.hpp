#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

  /// Copies its memory here, and this process's memory there, in one step of the kernel. False if that is
  /// not permitted, or if not all of the memory can be reached so; the target may then be written in part.
  bool read(std::span<std::byte> target, std::uint64_t source) const;
  bool write(std::span<const std::byte> source, std::uint64_t target) const;

 private:
  std::int32_t number_;
  int descriptor_ = -1;
};

}  // namespace tutti::fabric::ucx
