#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/verify/known_faults.hpp"

namespace tutti {

/// The known faults of an MPI library.
struct FaultTable {
  std::string_view library;  ///< prefix of MPI_Get_library_version, without the version
  std::vector<KnownFault> faults;
};

// Each library has a file of its own.
const FaultTable& faults_of_mpich();
const FaultTable& faults_of_openmpi();

// How cases that meet a fault may end.
inline const std::vector<Ended> wrong{Ended::returned};
inline const std::vector<Ended> hangs{Ended::hung};
inline const std::vector<Ended> aborts{Ended::returned,
                                       Ended::crashed};  // by an MPI error or an assertion
/// By an assertion at one rank. Between hosts the launcher of MPICH 5.0 then does not end the other
/// ranks.
inline const std::vector<Ended> aborts_one_rank{Ended::returned, Ended::crashed, Ended::hung};
inline const std::vector<Ended> damages_memory{Ended::returned, Ended::crashed, Ended::hung};
/// To a receive of another length, perhaps, which is an error or an assertion; the rest waits.
inline const std::vector<Ended> loses_messages{Ended::returned, Ended::crashed, Ended::hung};

// Conditions that faults of several libraries have in common.

/// Returns the elements of the largest block, runs included.
std::int64_t largest_block(const Operation& operation);

/// Returns whether the library uses its non-blocking algorithms, as it does for persistent calls.
bool is_nonblocking(const Case& test);

/// Returns whether datatypes have elements of MPI_REAL16 beside gaps, or elsewhere than in their order.
bool real16_in_derived_types(const Case& test, const Operation& operation);

/// Returns whether messages of an alltoall among neighbours are matched wrongly if they are received in
/// another order than they are sent in: whether a rank has two edges to the same neighbour.
bool neighbor_alltoall_with_double_edges(const Case& test, const Operation& operation);

}  // namespace tutti
