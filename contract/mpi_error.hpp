#pragma once

#include <mpi.h>

#include <stdexcept>
#include <string>

namespace tutti {

/// An error of an MPI function inside a collective. The function that runs the collective returns
/// the code to its caller.
struct MpiError : std::runtime_error {
  explicit MpiError(int error)
      : std::runtime_error("MPI error " + std::to_string(error)), code(error) {}
  int code;
};

/// Throws MpiError unless the code is MPI_SUCCESS.
inline void check(int code) {
  if (code != MPI_SUCCESS) throw MpiError(code);
}

/// Runs the action and returns MPI_SUCCESS, or the code of the MPI function that failed in it.
template <class Action>
int error_code_of(Action&& action) {
  try {
    action();
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return error.code;
  }
}

}  // namespace tutti
