/// Measures collectives: single operations, all ranks started together, the last one counts.
#include <memory>

#include "contract/error.hpp"
#include "harness/command.hpp"
#include "harness/launch.hpp"
#include "harness/measure/machine.hpp"
#include "harness/measure/plan.hpp"
#include "harness/measure/session.hpp"
#include "harness/subject/forced.hpp"
#include "harness/verb.hpp"

namespace tutti {

struct BenchOptions {
  MeasureOptions measure;
  std::string target = "mpi";
  std::string protocol = "*";
  std::string points;
};

/// The subjects whose name matches; a name with parameters that no list holds is looked up.
static Subjects matching_subjects(const BenchOptions& options) {
  Subjects matching;
  for (auto& subject : subjects(options.target))
    if (matches(subject->name(), options.protocol)) matching.push_back(std::move(subject));
  if (matching.empty() && options.protocol.find_first_of("*?[") == std::string::npos)
    matching.push_back(find_subject(options.protocol));
  if (matching.empty())
    throw UsageError("--protocol: nothing matches '" + options.protocol +
                     "'; expected a pattern of names that `tutti list` shows");
  matching.push_back(empty_subject());
  return matching;
}

static std::vector<Contest> contests(const BenchOptions& options, const Subjects& all, int world) {
  std::vector<Contest> result;
  const auto& [collectives, bytes, ranks, budget, seed, launch, out, pattern, cold, json] =
      options.measure;
  const auto sizes = bytes.empty() ? std::vector<std::int64_t>{8, 1024, 16384, 131072} : bytes;
  for (const int count : ranks.empty() ? std::vector{world} : ranks)
    for (const auto collective : collectives_named(collectives))
      for (const auto size : sizes_for(collective, sizes)) {
        Contest contest{.point = {collective, count, size}, .candidates = {}};
        for (const auto& subject : all)
          if (competes(*subject, contest.point)) contest.candidates.push_back({subject.get()});
        if (!contest.candidates.empty()) result.push_back(std::move(contest));
      }
  return result;
}

/// The points of a file, one per line: COLLECTIVE RANKS BYTES SUBJECT.
static std::vector<Contest> contests_in(const std::string& path, Subjects& all, int world) {
  std::vector<Contest> result;
  for (const auto& [point, subject] : read_points(path)) {
    check_ranks({point.ranks}, world);
    all.push_back(find_subject(subject));
    result.push_back({.point = point, .candidates = {{all.back().get()}}});
  }
  return result;
}

static int bench(const BenchOptions& options) {
  const Conditions conditions{pattern_named(options.measure.pattern), options.measure.cold_cache};
  collectives_named(options.measure.collectives);
  if (options.target == "mpi-forced") prepare_forcing();
  const MpiSession session;
  auto all = options.points.empty() ? matching_subjects(options) : Subjects{};
  const Exchange world(MPI_COMM_WORLD);
  check_ranks(options.measure.ranks, world.ranks());
  const auto header = describe_launch(world, "bench", options.measure.launch, own_command_line());
  ResultSink sink(options.measure, header, world);
  Campaign campaign({.launch = options.measure.launch,
                     .budget_s = options.measure.budget_s,
                     .seed = options.measure.seed,
                     .conditions = conditions,
                     .enough = {},
                     .prove_variants = false},
                    sink.listener());
  campaign.run(options.points.empty() ? contests(options, all, world.ranks())
                                      : contests_in(options.points, all, world.ranks()));
  return 0;
}

static std::function<int()> declare(CLI::App& app) {
  Command command(app);
  const auto options = std::make_shared<BenchOptions>();
  command.add_option("--target", options->target, "tutti, mpi or mpi-forced").shows_default();
  command.add_option("--protocol", options->protocol, "Only subjects whose name matches")
      .shows_default();
  command.add_option("--points", options->points,
                     "Instead: the points of a file, a line each: COLLECTIVE RANKS BYTES SUBJECT");
  add_measure_options(command, options->measure);
  return [options] { return bench(*options); };
}

}  // namespace tutti

VERB(bench){tutti::declare};
