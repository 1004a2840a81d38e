#pragma once

#include <string>

namespace tutti {

/// The name of this host.
std::string host_name();

/// The same in all processes of one running machine, and in no others. Empty where it is not told.
std::string machine_id();

/// The same in all processes that share their network interfaces, and in no others: those of one machine, or
/// of one network namespace of it. At most 64 characters. Found out once: every communicator asks.
const std::string& network_id();

/// The same in all processes that find each other's files in /dev/shm, and in no others: those of one machine, or
/// of one container of it.
std::string shared_memory_id();

/// The cores that this process may use.
int usable_cores();

/// The cores that this process and those launched with it may use together. Launchers bind ranks to cores of
/// their own: what they may use themselves tells how many there are.
int cores_of_launch();

}  // namespace tutti
