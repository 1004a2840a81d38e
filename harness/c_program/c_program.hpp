#pragma once

#include <map>
#include <string>

#include "contract/error.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// Where a case was run: what the head comment of its program tells.
struct Origin {
  std::string library = {};  ///< first line of MPI_Get_library_version
  std::map<std::string, std::string> environment =
      {};  ///< that forces the algorithm of the case's subject
};

/// Returns the origin of a case that the running library shows. MPI need not be initialized.
Origin origin_of(const Case& test);

/// A case that no program can be written for. The message says why, in one line.
struct CannotWrite : UsageError {
  using UsageError::UsageError;
};

/// Returns a program of MPI calls in C99 that runs the case and checks its results, with
/// nothing of tutti in it: for the developers of the library. Each process prints the faults
/// that it sees, and ends with status 1 if there are any. Its data are of the same kind as
/// those of the case, but not the same. `file` is the name that its comment says how to compile. Throws
/// CannotWrite.
std::string c_program(const Case& test, const Origin& origin, const std::string& file = "case.c");

}  // namespace tutti
