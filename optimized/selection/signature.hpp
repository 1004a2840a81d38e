#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// A number, as 16 hexadecimal digits, that differs between texts.
std::string signature(std::string_view text);

/// Signature of tutti's algorithms.
std::string registry_signature();

/// The model of the processor.
std::string processor();

/// What must be the same for measurements to hold: hosts, cores, processor. Collective over the world,
/// by the library's own means.
std::string machine_signature();

/// The same, where the number of hosts is known.
std::string machine_signature(int hosts);

}  // namespace tutti
