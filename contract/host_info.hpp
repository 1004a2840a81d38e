#pragma once

#include <string>

namespace tutti {

std::string host_name();

/// Returns an identifier that all processes of one running machine share, and no others. Empty if
/// the kernel does not provide it.
std::string machine_id();

/// Returns an identifier that all processes share that have the same network interfaces, and no
/// others: the processes of one machine, or of one network namespace of it. At most 64 characters.
/// Determined once, since every communicator needs it.
const std::string& network_id();

/// Returns an identifier that all processes share that see the same files in /dev/shm, and no
/// others: the processes of one machine, or of one container of it.
std::string shared_memory_id();

/// Returns the number of cores that this process may use.
int usable_cores();

/// Returns the number of cores that this process and those launched with it may use together.
/// Launchers bind each rank to cores of its own, so that the affinity of the launcher tells how
/// many there are.
int cores_of_launch();

}  // namespace tutti
