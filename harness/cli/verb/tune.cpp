/// Measures algorithms and their parameters against the library's default, for selection maps.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "contract/error.hpp"
#include "harness/cli/measure_options.hpp"
#include "harness/cli/verb.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/measure/tuning.hpp"
#include "harness/measure/verdict_file.hpp"
#include "harness/platform/launch.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

constexpr double precision = 0.02, quick_precision = 0.05;

struct TuneOptions {
  MeasureOptions measure;
  std::string target;
  std::string protocol = "*";
  std::string verdicts;
  std::optional<std::int64_t> samples_max;
  bool quick = false;
  bool exhaustive = false;
};

/// Returns the library's default and every variant of every algorithm of the target.
Subjects competitors(const TuneOptions& options) {
  Subjects all;
  all.push_back(find_subject("mpi"));
  for (const auto& base : subjects(options.target == "tutti" ? "tutti" : "mpi-forced"))
    for (const auto& variant : parameter_variants(*base, options.quick))
      if (collective_of(variant) && matches(variant, options.protocol))
        all.push_back(find_subject(variant));
  return all;
}

void check_target(const TuneOptions& options, const ResultHeader& header) {
  if (options.target != "tutti" && options.target != header.library)
    throw UsageError(
        fmt::format("--target: expected tutti or {}, the library of this launch, found '{}'",
                    header.library, options.target));
}

/// Returns the subject as a candidate. Returns nothing if it failed verification or has no verdict;
/// adds a restriction if it passed only for commutative operations.
std::optional<Candidate> admitted(const Subject& subject, Collective collective,
                                  const std::optional<Verdicts>& verdicts) {
  if (!verdicts || !collective_of(subject.name())) return Candidate{&subject};
  switch (verdicts->standing(subject.name(), collective)) {
    case Verdicts::Standing::passed:
      return Candidate{&subject};
    case Verdicts::Standing::commutative_only:
      return Candidate{&subject, std::string(commutative_only_restriction)};
    default:
      return std::nullopt;
  }
}

std::vector<std::int64_t> sizes_at(const TuneOptions& options, const ResultHeader& header,
                                   Collective collective, int ranks) {
  if (!options.measure.bytes.empty()) return sizes_for(collective, options.measure.bytes);
  if (options.quick) return sizes_for(collective, {8, 4096, 65536});
  std::vector<std::int64_t> sizes{8, 64, 512, 2048, 8192, 32768, 131072, 524288, 1048576};
  const auto switching = switching_points(header.library_details, collective, ranks);
  sizes.insert(sizes.end(), switching.begin(), switching.end());
  return sizes_for(collective, sizes);
}

/// Makes the contests of all points where a subject competes with the default.
class Planner {
 public:
  Planner(const TuneOptions& options, const ResultHeader& header, const Subjects& all)
      : options_(options), header_(header), all_(all) {
    if (options.target == "tutti")
      for (const auto& subject : all)
        if (collective_of(subject->name()))
          protocols_.emplace(subject.get(), parse_protocol(subject->name()));
    if (options.verdicts.empty()) return;
    verdicts_ = Verdicts::read(options.verdicts);
    verdicts_->require(header.library_version, header.registry);
  }

  /// Returns the contests. Adds subjects that may not compete to `refused`.
  std::vector<Contest> contests(std::vector<SkippedMeasurement>& refused) const {
    std::vector<Contest> result;
    const auto ranks =
        options_.measure.ranks.empty() ? default_ranks(header_.ranks) : options_.measure.ranks;
    for (const auto collective : collectives_named(options_.measure.collectives))
      for (const int count : ranks)
        for (const auto bytes : sizes_at(options_, header_, collective, count)) {
          auto contest = contest_at({collective, count, bytes}, refused);
          if (contest.candidates.size() > 1) result.push_back(std::move(contest));
        }
    return result;
  }

 private:
  Contest contest_at(const Point& point, std::vector<SkippedMeasurement>& refused) const {
    check_measurable(point);
    Contest contest{.point = point, .candidates = {}};
    for (const auto& subject : all_) {
      if (!may_serve(*subject, point) || is_there_already(*subject, contest)) continue;
      if (const auto candidate = admitted(*subject, point.collective, verdicts_))
        contest.candidates.push_back(*candidate);
      else
        refused.push_back({subject->name(), point, "no verdict says that it passed"});
    }
    return contest;
  }

  /// Returns whether the contest already has the protocol, possibly with other parameters that make
  /// no difference at the point.
  bool is_there_already(const Subject& subject, const Contest& contest) const {
    const auto own = protocols_.find(&subject);
    if (own == protocols_.end()) return false;
    return std::ranges::any_of(contest.candidates, [&](const Candidate& candidate) {
      const auto other = protocols_.find(candidate.subject);
      return other != protocols_.end() && same_schedules(own->second, other->second, contest.point);
    });
  }

  const TuneOptions& options_;
  const ResultHeader& header_;
  const Subjects& all_;
  std::map<const Subject*, Protocol> protocols_;  ///< of tutti's subjects
  std::optional<Verdicts> verdicts_;
};

/// Runs the whole grid, or as much of it as needed to find the fastest subjects, within the limits
/// of time and samples.
void run(Tuning& tuning, Campaign& campaign, const TuneOptions& options) {
  const auto& world = campaign.world();
  if (options.exhaustive || options.quick) {
    campaign.run(tuning.all(world), options.measure.budget_s,
                 {.precision = options.quick ? quick_precision : precision});
    return;
  }
  const double end_us = now_us() + options.measure.budget_s * 1e6;
  for (;;) {
    const double left_s = world.share_value((end_us - now_us()) / 1e6);
    auto [contests, share, repetitions_max] = left_s > 0 ? tuning.next(world) : Tuning::Round{};
    if (contests.empty()) return;
    if (!campaign.run(std::move(contests), std::min(left_s, share * options.measure.budget_s),
                      {.precision = precision, .repetitions_max = repetitions_max}))
      return;
  }
}

/// Takes over the rows of this launch that an earlier, interrupted process wrote.
void recall(Tuning& tuning, const ResultHeader& header, const std::string& path) {
  for (const auto& section : resume_results(path))
    if (section.header.kind == header.kind && section.header.launch == header.launch &&
        section.header.ranks == header.ranks && section.header.registry == header.registry &&
        section.header.machine == header.machine &&
        section.header.library_version == header.library_version)
      tuning.recall(section);
}

int tune(const TuneOptions& options) {
  collectives_named(options.measure.collectives);
  prepare_forcing();
  const MpiSession session;
  const Exchange world(MPI_COMM_WORLD);
  check_ranks(options.measure.ranks, world.ranks());
  const auto header = describe_launch(world, "tune", options.measure.launch, own_command_line());
  check_target(options, header);
  const auto all = competitors(options);
  const Planner planner(options, header, all);
  std::vector<SkippedMeasurement> refused;
  Tuning tuning(planner.contests(refused));
  world.run_at_rank_0([&] { recall(tuning, header, options.measure.out); });
  ResultSink sink(options.measure, header, world);
  const auto listener = tuning.listener(sink.listener());
  if (world.rank() == 0)
    for (const auto& row : refused) listener.skipped(row);
  Campaign campaign(
      {.launch = options.measure.launch,
       .seed = options.measure.seed + static_cast<std::uint64_t>(options.measure.launch),
       .conditions = {},
       .drop_the_slow = true,
       .prove_variants = options.verdicts.empty(),
       .samples_max = options.samples_max},
      listener);
  run(tuning, campaign, options);
  return 0;
}

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<TuneOptions>();
  command.add_option("--target", options->target, "mpich, openmpi or tutti").required();
  command.add_option("--protocol", options->protocol, "Only subjects whose name matches")
      .shows_default();
  command.add_option("--verdicts", options->verdicts,
                     "What `tutti verify --verdicts` wrote; without it, each subject is verified "
                     "briefly at every point");
  command.add_flag("--quick", options->quick, "Few sizes and parameters, each of them measured");
  command.add_flag("--exhaustive", options->exhaustive,
                   "Measure all subjects at all points, not only where it is open which is best");
  command
      .add_option("--samples", options->samples_max, "Begin nothing more once so many were taken")
      .positive();
  add_measure_options(command, options->measure);
  return [options] { return tune(*options); };
}

}  // namespace
}  // namespace tutti

VERB(tune){tutti::declare};
