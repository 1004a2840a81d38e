/// Measures what a selection map needs: every algorithm and its parameters against the default.
#include <fmt/core.h>

#include <memory>
#include <optional>

#include "contract/error.hpp"
#include "harness/command.hpp"
#include "harness/launch.hpp"
#include "harness/measure/machine.hpp"
#include "harness/measure/plan.hpp"
#include "harness/measure/session.hpp"
#include "harness/measure/verdicts.hpp"
#include "harness/subject/forced.hpp"
#include "harness/verb.hpp"

namespace tutti {
namespace {

struct TuneOptions {
  MeasureOptions measure;
  std::string target;
  std::string protocol = "*";
  std::string verdicts;
  bool quick = false;
};

/// What is tuned, and what was left out before anything ran.
struct Field {
  Subjects subjects;
  std::vector<Skipped> refused;
};

/// The library's default and every variant of every algorithm of the target.
Subjects competitors(const TuneOptions& options) {
  Subjects all;
  all.push_back(find_subject("mpi"));
  all.push_back(empty_subject());
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

/// Whoever failed the verification is refused; who passed but for operations that do not commute is
/// admitted with that restriction.
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

/// Every point where something competes with the default.
class Planner {
 public:
  Planner(const TuneOptions& options, const ResultHeader& header, const Subjects& all)
      : options_(options), header_(header), all_(all) {
    if (!options.verdicts.empty()) verdicts_ = Verdicts::read(options.verdicts);
  }

  std::vector<Contest> contests(const Listener& listener, bool reports) const {
    std::vector<Contest> result;
    const auto ranks =
        options_.measure.ranks.empty() ? default_ranks(header_.ranks) : options_.measure.ranks;
    for (const auto collective : collectives_named(options_.measure.collectives))
      for (const int count : ranks)
        for (const auto bytes : sizes_at(options_, header_, collective, count)) {
          auto contest = contest_at({collective, count, bytes}, listener, reports);
          if (contest.candidates.size() > 1) result.push_back(std::move(contest));
        }
    return result;
  }

 private:
  Contest contest_at(const Point& point, const Listener& listener, bool reports) const {
    Contest contest{.point = point, .candidates = {}};
    for (const auto& subject : all_) {
      if (!competes(*subject, point)) continue;
      if (const auto candidate = admitted(*subject, point.collective, verdicts_))
        contest.candidates.push_back(*candidate);
      else if (reports)
        listener.skipped({subject->name(), point, "failed verification, or was not verified"});
    }
    return contest;
  }

  const TuneOptions& options_;
  const ResultHeader& header_;
  const Subjects& all_;
  std::optional<Verdicts> verdicts_;
};

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
  ResultSink sink(options.measure, header, world);
  const auto listener = sink.listener();
  Campaign campaign(
      {.launch = options.measure.launch,
       .budget_s = options.measure.budget_s,
       .seed = options.measure.seed + static_cast<std::uint64_t>(options.measure.launch),
       .conditions = {},
       .enough = {.precision = options.quick ? 0.05 : 0.02},
       .drop_the_slow = true,
       .prove_variants = options.verdicts.empty()},
      listener);
  campaign.run(planner.contests(listener, world.rank() == 0));
  return 0;
}

std::function<int()> declare(CLI::App& app) {
  Command command(app);
  const auto options = std::make_shared<TuneOptions>();
  command.add_option("--target", options->target, "mpich, openmpi or tutti").required();
  command.add_option("--protocol", options->protocol, "Only subjects whose name matches")
      .shows_default();
  command.add_option("--verdicts", options->verdicts,
                     "What `tutti verify --verdicts` wrote; without it, each subject is verified "
                     "briefly at every point");
  command.add_flag("--quick", options->quick, "Few sizes and parameters");
  add_measure_options(command, options->measure);
  return [options] { return tune(*options); };
}

}  // namespace
}  // namespace tutti

VERB(tune){tutti::declare};
