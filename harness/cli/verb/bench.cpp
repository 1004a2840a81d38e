/// Measures collectives as single operations, from the common start to the end at the last rank.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "contract/error.hpp"
#include "contract/torus.hpp"
#include "harness/cli/measure_options.hpp"
#include "harness/cli/verb.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/measure/library_comparison.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/platform/child.hpp"
#include "harness/platform/launch.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {

struct BenchOptions {
  MeasureOptions measure;
  std::string target = "mpi";
  std::string protocol = "*";
  std::string points;
  std::string torus;
  std::string pattern = "balanced";
  std::string clock = "global";
  bool cold_cache = false;
  bool variants = false;  ///< verify in place and with operations that do not commute
  int start = 0;          ///< ranks for launching itself; 0 if started by a launcher
  std::vector<std::string> compare;
  int launches = 4;
};

/// Returns the subjects whose names match, and `empty`. A name without wildcards that no list
/// holds, such as one with parameters, is looked up.
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
  const auto& [bytes, ranks] = std::tie(options.measure.bytes, options.measure.ranks);
  const auto sizes = bytes.empty() ? std::vector<std::int64_t>{8, 1024, 16384, 131072} : bytes;
  for (const int count : ranks.empty() ? std::vector{world} : ranks)
    for (const auto collective : collectives_named(options.measure.collectives))
      for (const auto size : sizes_for(collective, sizes)) {
        Contest contest{.point = {collective, count, size}, .candidates = {}};
        check_measurable(contest.point);
        for (const auto& subject : all)
          if (may_serve(*subject, contest.point)) contest.candidates.push_back({subject.get()});
        if (!contest.candidates.empty()) result.push_back(std::move(contest));
      }
  return result;
}

/// Returns the contests of a file with lines COLLECTIVE RANKS BYTES SUBJECT. Subjects of the same
/// point compete.
static std::vector<Contest> contests_in(const std::string& path, Subjects& all, int world) {
  std::map<Point, Contest> contests;
  for (const auto& [point, subject] : read_points(path)) {
    check_ranks({point.ranks}, world);
    check_measurable(point);
    all.push_back(find_subject(subject));
    auto& contest = contests[point];
    contest.point = point;
    contest.candidates.push_back({all.back().get()});
  }
  std::vector<Contest> result;
  for (auto& [point, contest] : contests) result.push_back(std::move(contest));
  return result;
}

/// Replaces this process by the launcher, which starts this program again.
static int start_launcher(const BenchOptions& options, std::vector<std::string> arguments) {
  const auto option = std::ranges::find(arguments, "--start");
  if (option == arguments.end()) throw UsageError("--start: expected '--start N', in two words");
  arguments.erase(option, option + 2);
  become(
      launch_command(default_launcher(), options.start, {arguments.begin() + 1, arguments.end()}));
}

static void print(const ComparisonRow& row) {
  fmt::print("{:<12} {:>5} {:>8}  ", name(row.point.collective), row.point.ranks,
             print_bytes(row.point.bytes));
  if (!row.measured) return fmt::print("not measured\n");
  fmt::print("{:<44} {:<8} {:>11.2f}  {:<8} {:>11.2f}  {:>6.2f} [{:>6.2f}, {:>6.2f}]\n",
             row.subject, row.library, row.tutti_us, row.default_library, row.default_us,
             row.speedup.value, row.speedup.interval.low, row.speedup.interval.high);
}

static void print_comparison(const std::vector<ComparisonRow>& rows, bool as_json) {
  if (as_json) {
    auto lines = nlohmann::json::array();
    for (const auto& row : rows) lines.push_back(to_json(row));
    fmt::print("{}\n", lines.dump(2));
    return;
  }
  fmt::print("{:<12} {:>5} {:>8}  {:<44} {:<8} {:>11}  {:<8} {:>11}  {:>6} {:>16}\n", "collective",
             "ranks", "bytes", "best of tutti", "over", "us", "default", "us", "gain",
             "95 % interval");
  for (const auto& row : rows) print(row);
  const auto gain = gain_of(rows);
  fmt::print("tutti is {:.2f} times as fast as the better default [{:.2f}, {:.2f}]\n", gain.value,
             gain.interval.low, gain.interval.high);
}

static int compare(const BenchOptions& options) {
  ComparisonOptions comparison{.programs = options.compare,
                               .points = {},
                               .launches = options.launches,
                               .budget_s = options.measure.budget_s,
                               .seed = options.measure.seed,
                               .out = options.measure.out};
  const auto& bytes = options.measure.bytes;
  const auto sizes =
      bytes.empty() ? std::vector<std::int64_t>{8, 1024, 16384, 262144, 4194304} : bytes;
  const auto& ranks = options.measure.ranks;
  for (const int count : ranks.empty() ? std::vector{2, 4, 8} : ranks)
    for (const auto collective : collectives_named(options.measure.collectives))
      for (const auto size : sizes_for(collective, sizes))
        comparison.points.push_back({collective, count, size});
  const auto rows = compare_with_libraries(comparison);
  print_comparison(rows, options.measure.json);
  require_all_measured(rows);
  return 0;
}

/// Throws UsageError unless the extents of the torus match a measured number of ranks.
static void require_ranks_of(const std::vector<int>& torus, const BenchOptions& options,
                             int world_ranks) {
  const int ranks = Torus(torus).ranks();
  const auto& measured = options.measure.ranks;
  const bool found = measured.empty() ? ranks == world_ranks : std::ranges::count(measured, ranks);
  if (!found)
    throw UsageError(fmt::format("--torus {}: expected as many ranks as are measured, found {}",
                                 options.torus, ranks));
}

/// Throws UsageError if one of the collectives has a topology of its own.
static void require_no_neighbourhoods(const std::vector<Collective>& collectives) {
  for (const auto collective : collectives)
    if (traits(collective).neighbourhood)
      throw UsageError(
          fmt::format("--torus: expected without {}, which is measured on a grid of two dimensions",
                      name(collective)));
}

constexpr const char* clocks[]{"global", "global-once", "shared", "none"};

static void check_clock(const BenchOptions& options) {
  if (std::ranges::find(clocks, options.clock) == std::end(clocks))
    throw UsageError(
        fmt::format("--clock: expected {}, found '{}'", fmt::join(clocks, ", "), options.clock));
  const bool balanced = pattern_named(options.pattern) == Pattern::balanced;
  if (!balanced && (options.clock == "shared" || options.clock == "none"))
    throw UsageError("--pattern: expected with --clock global, since ranks arrive by the clock");
}

static Timing timing_of(const BenchOptions& options, const Exchange& world) {
  const bool by_clock = options.clock == "shared" ? on_one_clock(world) : options.clock != "none";
  return by_clock ? Timing::clock : Timing::round_time;
}

static int bench(const BenchOptions& options) {
  if (!options.compare.empty() && !options.torus.empty())
    throw UsageError("--torus: expected without --compare, which has no Cartesian communicators");
  if (!options.compare.empty()) return compare(options);
  const auto collectives = collectives_named(options.measure.collectives);
  if (!options.torus.empty()) require_no_neighbourhoods(collectives);
  if (options.start > 0) return start_launcher(options, own_arguments());
  check_clock(options);
  const auto torus = options.torus.empty() ? std::vector<int>{} : parse_extents(options.torus);
  if (options.target == "mpi-forced") prepare_forcing();
  const MpiSession session;
  auto all = options.points.empty() ? matching_subjects(options) : Subjects{};
  const Exchange world(MPI_COMM_WORLD);
  check_ranks(options.measure.ranks, world.ranks());
  if (!torus.empty()) require_ranks_of(torus, options, world.ranks());
  auto planned = options.points.empty() ? contests(options, all, world.ranks())
                                        : contests_in(options.points, all, world.ranks());
  const auto header = describe_launch(world, "bench", options.measure.launch, own_command_line());
  ResultSink sink(options.measure, header, world);
  const Conditions conditions{pattern_named(options.pattern), options.cold_cache,
                              timing_of(options, world)};
  Campaign campaign(
      {.launch = options.measure.launch,
       .seed = options.measure.seed,
       .conditions = conditions,
       .clock_rule = options.clock == "global-once" ? ClockRule::constant : ClockRule::drifting,
       .torus = torus,
       .prove_variants = options.variants},
      sink.listener());
  campaign.run(std::move(planned), options.measure.budget_s, {});
  return 0;
}

static std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<BenchOptions>();
  command.add_option("--target", options->target, "tutti, mpi or mpi-forced").shows_default();
  command.add_option("--protocol", options->protocol, "Only subjects whose name matches")
      .shows_default();
  command.add_option("--points", options->points,
                     "Instead: the points of a file, a line each: COLLECTIVE RANKS BYTES SUBJECT");
  command.add_option("--torus", options->torus,
                     "Extents, as 4x4x4: communicators of as many ranks are Cartesian");
  command.add_flag("--variants", options->variants,
                   "Verify each subject also in place and with an operation that does not commute, "
                   "as `tutti tune` does");
  command.add_option("--pattern", options->pattern, "Arrival: balanced, one-late or random")
      .shows_default();
  command
      .add_option("--clock", options->clock,
                  "global: time from a common start to the last rank's end, by clocks that are "
                  "compared and renewed. global-once: the same by clocks that are compared once. "
                  "none: the longest time that a rank spends in the operation, after all have met. "
                  "shared: global on one host, else none")
      .shows_default();
  command.add_flag("--cold", options->cold_cache, "Drive the buffers out of the caches before");
  command.add_option("--start", options->start, "Launch itself on so many ranks").positive();
  command
      .add_option("--compare", options->compare,
                  "Instead: the best of tutti against the better default of the MPI libraries that "
                  "these builds of tutti are for")
      .comma_separated();
  command.add_option("--launches", options->launches, "Of each program, for --compare")
      .between(2, 100)
      .shows_default();
  add_measure_options(command, options->measure);
  return [options] { return bench(*options); };
}

}  // namespace tutti

VERB(bench){tutti::declare};
