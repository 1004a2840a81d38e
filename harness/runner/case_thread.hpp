#pragma once

#include <cstdint>
#include <vector>

#include "contract/collective_function.hpp"
#include "harness/case/call_buffers.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/runner/case_outcome.hpp"
#include "harness/runner/rank_progress.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// One thread's part of a case: all its operations in order, alternately on the activations. Calls that have
/// requests are all started, then all completed; persistent ones are initialized before, and started and
/// completed in each repetition.
struct CaseThread {
  const Case& test;
  Place place;
  int lane = 0;  ///< index of the thread
  CallForm form = CallForm::blocking;
  std::vector<Activation*> activations;
  Resources& resources;
  RankProgress& progress;
  std::uint64_t case_number = 0;  ///< 0: ranks do not wait for each other around the calls
};

/// Runs the calls of the thread and checks their results.
RankOutcome run(const CaseThread& case_thread);

}  // namespace tutti
