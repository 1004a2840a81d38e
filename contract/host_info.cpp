#include "contract/host_info.hpp"

#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace tutti {
namespace {

/// Returns the number of cores that a process may use; 0 means the calling process.
int cores_of(pid_t process) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(process, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string machine_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

const std::string& network_id() {
  static const std::string id = [] {
    struct stat network_namespace {};
    stat("/proc/self/ns/net", &network_namespace);
    return machine_id() + '/' + std::to_string(network_namespace.st_ino);
  }();
  return id;
}

std::string shared_memory_id() {
  struct stat folder {};
  stat("/dev/shm", &folder);
  return machine_id() + '/' + std::to_string(folder.st_dev);
}

int usable_cores() { return cores_of(0); }

int cores_of_launch() { return std::max(usable_cores(), cores_of(getppid())); }

}  // namespace tutti
