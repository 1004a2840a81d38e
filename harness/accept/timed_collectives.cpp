#include "harness/accept/timed_collectives.hpp"

#include <algorithm>

#include "contract/error.hpp"
#include "contract/mpi_error.hpp"
#include "harness/measure/measurement_points.hpp"

namespace tutti {
namespace {

Measurand measurand(const AcceptanceLaunch& launch, const Point& point, RanksOfSuite ranks,
                    const std::string& load) {
  const bool single = ranks != RanksOfSuite::all;
  return {.measure = std::string(name(point.collective)),
          .bytes = point.bytes,
          .ranks = point.ranks,
          .ranks_per_node = single ? 1 : launch.layout().ranks_per_node(),
          .load = load};
}

Communicator split(const Exchange& world, int color) {
  MPI_Comm comm = MPI_COMM_NULL;
  check(PMPI_Comm_split(world.comm(), color, world.rank(), &comm));
  return Communicator(comm);
}

}  // namespace

Communicator part_of(const Exchange& world, bool member) {
  return split(world, member ? 0 : MPI_UNDEFINED);
}

std::vector<Point> missing_points(const AcceptanceLaunch& launch,
                                  const std::vector<SuiteCollective>& collectives,
                                  RanksOfSuite ranks, int number, const std::string& load) {
  std::vector<Point> points;
  for (const auto& collective : collectives) {
    if (std::ranges::find(collective.ranks, ranks) == collective.ranks.end()) continue;
    for (const auto bytes : sizes_for(collective.collective, collective.bytes)) {
      const Point point{collective.collective, number, bytes};
      const bool known =
          launch.is_recorder() && launch.file().has(measurand(launch, point, ranks, load));
      if (!launch.world().share_flag(known)) points.push_back(point);
    }
  }
  return points;
}

void time_points(AcceptanceLaunch& launch, const std::vector<Point>& points, RanksOfSuite ranks,
                 const std::string& load, MPI_Comm comm, double budget_s) {
  const auto subject = find_subject("mpi");
  std::vector<Contest> contests;
  for (const auto& point : points) contests.push_back({point, {{subject.get()}}});
  const auto measured = [&](const Measurement& row) {
    launch.file().append(Figure{.of = measurand(launch, row.point, ranks, load),
                                .launch = launch.number(),
                                .samples = row.samples_us});
    const auto& time = row.time_us;
    launch.say("             {:<22} {:>9} bytes, {:>4} ranks{}: {:>10.1f} us [{:.1f}, {:.1f}]",
               name(row.point.collective), row.point.bytes, row.point.ranks,
               load == "idle" ? "" : ", " + load, time.median, time.median_interval.low,
               time.median_interval.high);
  };
  const auto skipped = [&](const SkippedMeasurement& row) {
    launch.say("             {} was not timed: {}", print(row.point), row.reason);
    if (row.failed())
      launch.file().append(CollectiveProof{.collective = std::string(name(row.point.collective)),
                                           .cases = 1,
                                           .failures = 1,
                                           .failing_case = row.reason,
                                           .launch = launch.number()});
  };
  Campaign campaign({.launch = launch.number(),
                     .seed = launch.seed(),
                     .conditions = {.timing = launch.timing()},
                     .prove_variants = false},
                    {.measured = measured, .skipped = skipped}, comm);
  campaign.run(std::move(contests), budget_s, {});
}

InNodeCollective::InNodeCollective(const AcceptanceLaunch& launch, Collective collective,
                                   std::int64_t bytes)
    : point_{collective, launch.layout().ranks_per_node(), bytes},
      subject_(find_subject("mpi")),
      comm_(split(launch.world(), launch.layout().is_among_first(launch.world().rank(), ranks())
                                      ? launch.node()
                                      : MPI_UNDEFINED)) {
  if (!comm_) return;
  const Listener listener{
      .measured = [this](const Measurement& row) { median_us_ = row.time_us.median; },
      .skipped = [this](const SkippedMeasurement& row) { complaint_ = row.reason; }};
  campaign_ =
      std::make_unique<Campaign>(CampaignOptions{.launch = launch.number(),
                                                 .seed = launch.seed(),
                                                 .conditions = {.timing = Timing::round_time},
                                                 .prove_variants = false},
                                 listener, comm_.get());
}

InNodeCollective::~InNodeCollective() = default;

std::vector<double> InNodeCollective::measure() {
  constexpr double budget_s = 0.05;
  median_us_.reset();
  campaign_->run({{point_, {{subject_.get()}}}}, budget_s, {});
  if (campaign_->world().rank() != 0) return {};
  if (!median_us_) throw CannotRun(fmt::format("{}: {}", print(point_), complaint_));
  return {*median_us_};
}

std::string InNodeCollective::complaint(const Exchange& world) {
  std::string own;
  try {
    if (campaign_) measure();
  } catch (const CannotRun& error) {
    own = error.what();
  }
  const auto everyone = world.collect(own);
  const auto first = std::ranges::find_if(everyone, [](const auto& one) { return !one.empty(); });
  return world.share_text(first == everyone.end() ? "" : *first);
}

}  // namespace tutti
