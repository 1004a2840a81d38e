#include "optimized/fabric/ucx/process.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

}  // namespace tutti::fabric::ucx
