#pragma once

#include <span>

#include "contract/call.hpp"
#include "contract/mpi_error.hpp"

namespace tutti {

/// One reference implementation: the textbook meaning over MPI point-to-point. It accepts any
/// datatype, operation, count and root, in place or not. Throws MpiError.
struct RegisteredReference {
  Collective collective;
  void (*run)(const Call& call);
};

/// Returns the references of all collectives, in the order of the enumeration Collective. Generated
/// by cmake/registry.cmake.
std::span<const RegisteredReference> references();

/// Returns whether the references are those of all collectives, in the order of the enumeration.
constexpr bool are_complete(std::span<const RegisteredReference> rows) {
  std::size_t next = 0;
  for (const auto& row : rows)
    if (row.collective != static_cast<Collective>(next++)) return false;
  return next == collective_table.size();
}

/// Runs the reference of call.collective. Returns MPI's error code.
inline int run_reference(const Call& call) {
  return error_code_of([&] { references()[static_cast<std::size_t>(call.collective)].run(call); });
}

}  // namespace tutti

/// Defines the reference after which its file is named: REFERENCE(bcast) { ... call ... }
#define REFERENCE(collective)        \
  namespace tutti::reference {       \
  void collective(const Call& call); \
  }                                  \
  void tutti::reference::collective(const tutti::Call& call)
