#pragma once

#include <cstdint>
#include <optional>

#include "harness/case/element.hpp"
#include "harness/case/mismatch.hpp"
#include "harness/case/oracle.hpp"
#include "harness/case/problem.hpp"

namespace tutti {

/// Returns what is wrong with the result of a rank, if anything: Fault::wrong_result, or
/// Fault::not_portable for data that overflow. `got` has as many elements as output_blocks() says.
std::optional<Mismatch> judge(const Problem& problem, int rank, const Elements& got,
                              Oracle& oracle);

/// Returns a digest of the result of an allreduce whose data are not exact, since MPI asks for the
/// same bits at all ranks; nothing for other problems.
std::optional<std::uint64_t> agreement_digest(const Problem& problem, const Elements& got);

namespace detail {

/// Does the same for Data::rounding: a result must be within the a-priori error bound of a sum or
/// product.
std::optional<Mismatch> judge_rounding(const Problem& problem, int rank, const Elements& got);

}  // namespace detail
}  // namespace tutti
