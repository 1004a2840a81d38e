#pragma once

#include <string>

namespace tutti::preload {

/// Returns the concatenated texts of all ranks at rank 0; empty elsewhere. Collective over
/// MPI_COMM_WORLD.
std::string gathered(const std::string& text);

/// Writes the text to the file, at rank 0 of MPI_COMM_WORLD. Complains on standard error if that
/// fails, with the name of the variable that names the file.
void write_at_first_rank(const std::string& text, const std::string& path, const char* variable);

}  // namespace tutti::preload
