#pragma once

#include <cstdint>

#include "contract/collective.hpp"

namespace tutti {

/// The functions of MPI by which calls are made.
enum class CallForm : std::uint8_t {
  blocking,
  nonblocking,
  persistent,  ///< a function that initializes; MPI_Start starts
};

/// A function of MPI that is a collective.
struct CollectiveFunction {
  const char* name;  ///< `MPI_Iallgather_c`
  Collective collective;
  CallForm form;
  bool large;  ///< takes the large counts of MPI 4
};

}  // namespace tutti
