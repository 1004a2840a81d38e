#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/results/measurement.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {

constexpr std::string_view library_default = "mpi";

/// All measurements of one subject at one point.
struct CandidateTimes {
  std::map<std::size_t, std::vector<double>> samples_us;  ///< by contest
  bool commutative_only = false;
};

using Candidates = std::map<std::string, CandidateTimes>;     // by subject
using CandidatesBySize = std::map<std::int64_t, Candidates>;  // by bytes
using CandidatesByRanks =
    std::map<std::pair<Collective, int>, CandidatesBySize>;  // by collective and ranks

/// Returns the measurements that a map may be based on.
CandidatesByRanks candidate_times(const std::vector<ResultSection>& tuning);

/// Returns the samples of two subjects from the contests in which both took part; only these are
/// comparable.
Pairing encounters(const CandidateTimes& candidate, const CandidateTimes& baseline);

/// Pairs a subject with the library's default. Empty if either was not measured.
Pairing with_default(const Candidates& candidates, const std::string& subject);

}  // namespace tutti
