#include "contract/surroundings.hpp"

#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace tutti {

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

int usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace tutti
