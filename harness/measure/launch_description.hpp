#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

class Exchange;
struct ResultHeader;

/// Returns the header of a result file for this launch. The details are complete only at rank 0.
/// `command_line` is the one that the user entered. Collective.
ResultHeader describe_launch(const Exchange& exchange, const std::string& kind, int launch,
                             const std::string& command_line);

/// Returns a header with the details that one process can find out without MPI.
ResultHeader describe_process(const std::string& kind);

/// Return the command line of this process, as words and as one text.
std::vector<std::string> own_arguments();
std::string own_command_line();

/// Returns the selection trees that are compiled into MPICH, by level: `mpir` and `ch4`. They are
/// found in the memory of this process, and so belong to the library that runs. Empty for other
/// libraries.
nlohmann::json compiled_in_trees();

/// Returns, for each collective, the number behind each algorithm's name, according to the
/// library's control variables. Empty if the library has no such variables.
nlohmann::json algorithm_numbers();

}  // namespace tutti
