#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

class Exchange;
struct ResultHeader;

/// Everything about where and with what this launch measures. Collective; the details are complete
/// at rank 0. `command_line` is as the person gave it.
ResultHeader describe_launch(const Exchange& exchange, const std::string& kind, int launch,
                             const std::string& command_line);

/// The same as far as one process can tell, without MPI.
ResultHeader describe_process(const std::string& kind);

/// The command line of this process, as words, and as one text.
std::vector<std::string> own_arguments();
std::string own_command_line();

/// The selection trees that an MPICH carries compiled in, by level: `mpir` and `ch4`. Found in the
/// memory of this process, so they are those of the library that runs. Empty for other libraries.
nlohmann::json compiled_in_trees();

/// For each collective the number behind each algorithm's name, as the library's own variables
/// tell. Empty where the library has no such variables.
nlohmann::json algorithm_numbers();

}  // namespace tutti
