#include <iterator>

#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/stage/stages.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/measure/proven_subject.hpp"

namespace tutti {
namespace {

/// Sizes beside those of the suite, in bytes: few programs are tested with any but powers of two.
constexpr std::int64_t other_sizes[]{8, 1000, 65544};

CollectiveProof prove(const SuiteCollective& collective, const AcceptanceLaunch& launch) {
  const auto subject = find_subject("mpi");
  Resources resources;
  CollectiveProof proof{.collective = std::string(name(collective.collective)),
                        .launch = launch.number()};
  auto sizes = collective.bytes;
  sizes.insert(sizes.end(), std::begin(other_sizes), std::end(other_sizes));
  for (const auto bytes : sizes_for(collective.collective, sizes)) {
    const Point point{collective.collective, launch.world().ranks(), bytes};
    SubjectRun run(*subject, point, resources, launch.world());
    ++proof.cases;
    if (run.prove(true).complaint.empty()) continue;
    if (++proof.failures == 1) proof.failing_case = run.case_line();
  }
  return proof;
}

}  // namespace

std::string prove_collectives(AcceptanceLaunch& launch) {
  int cases = 0;
  std::string wrong;
  for (const auto& collective : launch.suite().collectives) {
    const std::string title(name(collective.collective));
    if (launch.world().share_flag(launch.is_recorder() && launch.file().has_proof(title))) continue;
    const auto proof = prove(collective, launch);
    cases += proof.cases;
    if (proof.failures > 0) wrong += " " + title;
    if (launch.is_recorder()) launch.file().append(proof);
  }
  return wrong.empty() ? fmt::format("{} cases, right", cases) : "WRONG:" + wrong;
}

}  // namespace tutti
