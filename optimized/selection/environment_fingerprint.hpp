#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// Returns a hash of the text as 16 hexadecimal digits.
std::string signature(std::string_view text);

/// Returns the signature of the names of tutti's algorithms.
std::string registry_signature();

/// Returns the model of the processor.
std::string processor();

/// Returns what must be the same for measurements to hold: hosts, cores, processor. Collective over
/// MPI_COMM_WORLD, by the library's own functions.
std::string machine_signature();

/// Returns the same for a known number of hosts.
std::string machine_signature(int hosts);

}  // namespace tutti
