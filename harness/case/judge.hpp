#pragma once

#include <cstdint>
#include <optional>

#include "harness/case/element.hpp"
#include "harness/case/mismatch.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// What is wrong with the elements that a rank ended up with, if anything: `got` has as many as
/// output_blocks says. Fault::wrong_result, or Fault::not_portable for data that overflow.
std::optional<Mismatch> judge(const Problem& problem, int rank, const Elements& got,
                              Oracle& oracle);

/// The digest of the result where MPI wants the same bits at all ranks, nothing elsewhere.
std::optional<std::uint64_t> agreement_digest(const Problem& problem, const Elements& got);

namespace detail {

/// The same for Data::rounding: within the a-priori error bound of a sum or product.
std::optional<Mismatch> judge_rounding(const Problem& problem, int rank, const Elements& got);

}  // namespace detail
}  // namespace tutti
