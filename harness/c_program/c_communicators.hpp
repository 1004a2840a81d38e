#pragma once

#include <string>

#include "harness/c_program/setting.hpp"

namespace tutti::c_text {

/// The parts of a program that make its communicators.
struct CommunicatorText {
  std::string globals;     ///< `rank`, `ranks` and what else tells where a process is
  std::string functions;   ///< `made()`, which makes a communicator of the case, and what it needs
  std::string placing;     ///< statements that set the globals
  std::string first;       ///< an expression for the first communicator
  std::string world_rank;  ///< the function that returns the rank in MPI_COMM_WORLD of a rank
};

CommunicatorText communicators_of(const Setting& setting);

/// Returns the tables of neighbours that the text mentions; none without a topology.
std::string neighbour_tables(const Setting& setting, std::string_view text);

/// Returns the function `make_beside(comm)`, which makes communicators beside the calls and
/// frees them.
std::string making_beside(const Setting& setting);

/// Returns the functions `begin_message` and `end_message`, for the program's own messages.
std::string own_messages(const Setting& setting);

}  // namespace tutti::c_text
