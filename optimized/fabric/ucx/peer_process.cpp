#include "optimized/fabric/ucx/peer_process.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tutti::fabric::ucx {

ProcessId ProcessId::own() {
  struct stat pid_namespace {};
  if (stat("/proc/self/ns/pid", &pid_namespace) != 0) return {};
  return {pid_namespace.st_ino, getpid()};
}

Process::Process(const ProcessId& id) : number_(id.number) {
  if (id.number > 0 && id.pid_namespace == ProcessId::own().pid_namespace)
    descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, id.number, 0));
}

Process::~Process() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool Process::has_ended() const {
  pollfd watched{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return descriptor_ >= 0 && poll(&watched, 1, 0) == 1 && (watched.revents & POLLIN) != 0;
}

/// Checks after the copy that the process has not ended: else its number may have been another
/// process's when the memory was copied.
bool Process::read(std::span<std::byte> target, std::uint64_t source) const {
  if (descriptor_ < 0) return false;
  const iovec here{target.data(), target.size()};
  const iovec there{reinterpret_cast<void*>(source), target.size()};
  const auto copied = process_vm_readv(number_, &here, 1, &there, 1, 0);
  return copied == static_cast<ssize_t>(target.size()) && !has_ended();
}

bool Process::write(std::span<const std::byte> source, std::uint64_t target) const {
  if (descriptor_ < 0 || has_ended()) return false;
  const iovec here{const_cast<std::byte*>(source.data()), source.size()};
  const iovec there{reinterpret_cast<void*>(target), source.size()};
  return process_vm_writev(number_, &here, 1, &there, 1, 0) == static_cast<ssize_t>(source.size());
}

}  // namespace tutti::fabric::ucx
