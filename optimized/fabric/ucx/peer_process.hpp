#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tutti::fabric::ucx {

/// The identification by which another process finds a process.
struct ProcessId {
  std::uint64_t pid_namespace = 0;  ///< in which alone the number is valid
  std::int32_t number = 0;

  /// Returns the identification of this process.
  static ProcessId own();
};

/// Another process of this machine.
class Process {
 public:
  /// Throws nothing: has_ended() is never true of a process that cannot be found.
  explicit Process(const ProcessId& id);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  std::int32_t number() const { return number_; }
  bool has_ended() const;

  /// Copies memory of the process here, or memory of this process there, in one system call.
  /// Returns false if that is not permitted, or if not all of the memory can be accessed so; the
  /// target may then be written in part.
  bool read(std::span<std::byte> target, std::uint64_t source) const;
  bool write(std::span<const std::byte> source, std::uint64_t target) const;

 private:
  std::int32_t number_;
  int descriptor_ = -1;
};

}  // namespace tutti::fabric::ucx
