#include "harness/runner/rank_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "harness/runner/resource_growth.hpp"
#include "properties/law.hpp"
#include "reference/reference.hpp"

namespace tutti {
namespace {

/// Returns the number of communicators of the same ranks that the case needs.
int lanes_of(const Case& test) {
  return test.mode == Mode::overlapping || test.mode == Mode::threads ? 2 : 1;
}

/// Returns the form of the calls; blocking, if the subject does not have the form of the mode.
CallForm form_of(const Subject& subject, const Case& test) {
  const auto is_persistent = [&](const Operation& operation) {
    return subject.persistent(operation.collective);
  };
  if (test.mode == Mode::persistent && std::ranges::all_of(test.operations, is_persistent))
    return CallForm::persistent;
  const bool nonblocking = test.mode == Mode::nonblocking || test.mode == Mode::overlapping;
  return nonblocking && subject.nonblocking() ? CallForm::nonblocking : CallForm::blocking;
}

/// Adds the outcome of a second thread.
void join(RankOutcome& all, RankOutcome more) {
  all.complaints.insert(all.complaints.end(), more.complaints.begin(), more.complaints.end());
  all.calls.insert(all.calls.end(), more.calls.begin(), more.calls.end());
  all.substituted |= more.substituted;
}

Communicator reversed(MPI_Comm comm, int rank) {
  MPI_Comm opposite = MPI_COMM_NULL;
  MPI_Comm_split(comm, 0, -rank, &opposite);
  PMPI_Comm_set_errhandler(opposite, MPI_ERRORS_RETURN);
  return Communicator(opposite);
}

Shape shape_of_values(const Call& call, int ranks) {
  Operation operation{.collective = call.collective,
                      .root = call.root,
                      .counts = {static_cast<int>(call.receive_count)}};
  operation.element = Element::uint32;
  if (traits(call.collective).reducing) operation.op = Operator::sum;
  return shape_of(operation, ranks);
}

/// Returns the calls that a law makes: they run the subject where applicable, else the reference.
CollectiveCalls calls_of(const Subject& subject, Activation& activation, const Place& place,
                         const Case& test) {
  const auto run = [&subject, &activation, ranks = place.ranks](Call call) {
    call.comm = activation.comm();
    if (subject.applicable(shape_of_values(call, ranks))) return activation.run(call);
    return run_reference(call);
  };
  const int root = static_cast<int>(test.seed % static_cast<std::uint64_t>(place.ranks));
  return {place.rank, place.ranks, test.operations.front().counts.front(), root, test.seed, run};
}

/// Returns how many runs a block of the soak has. All ranks run the case as often, whatever they see.
int runs_of_block(const Case& test) {
  return (test.soak + ResourceGrowth::blocks - 1) / ResourceGrowth::blocks;
}

}  // namespace

const Subject& RankRunner::subject(const std::string& name) {
  auto& known = subjects_[name];
  if (!known) known = find_subject(name);
  return *known;
}

Activation& RankRunner::CommunicatorSet::activation(const Subject& subject, const Case& test,
                                                    int lane) {
  auto& active = activations[communicator_key(test, lane)];
  if (!active) active = subject.activate(communicators.get(test, lane));
  return *active;
}

void RankRunner::CommunicatorSet::end_activations() {
  activations.clear();
  backward.reset();
}

CaseThread RankRunner::case_thread(CommunicatorSet& stage, const Case& test, int lanes,
                                   int thread) {
  const Subject& runs = subject(test.subject);
  CaseThread case_thread{.test = test,
                         .place = place_of(test, world_rank_),
                         .lane = thread,
                         .form = form_of(runs, test),
                         .activations = {},
                         .resources = resources_[static_cast<std::size_t>(thread)],
                         .progress = progress_,
                         .case_number = test.mode == Mode::threads ? 0 : cases_};
  for (int lane = thread; lane < thread + lanes; ++lane)
    case_thread.activations.push_back(&stage.activation(runs, test, lane));
  return case_thread;
}

RankOutcome RankRunner::run_on(CommunicatorSet& stage, const Case& test) {
  progress_.post(RankProgress::Phase::making_communicators);
  for (int lane = 0; lane < lanes_of(test); ++lane)
    if (stage.communicators.get(test, lane) == MPI_COMM_NULL)
      return {.complaints = {}, .calls = {}, .substituted = true};
  if (!test.law.empty()) return run_law(stage, test);
  if (test.mode != Mode::threads)
    return tutti::run(case_thread(stage, test, test.mode == Mode::overlapping ? 2 : 1, 0));
  const CaseThread first = case_thread(stage, test, 1, 0);
  const CaseThread second = case_thread(stage, test, 1, 1);
  RankOutcome seen_by_second;
  std::thread thread([&] { seen_by_second = tutti::run(second); });
  RankOutcome rank_outcome = tutti::run(first);
  thread.join();
  join(rank_outcome, std::move(seen_by_second));
  return rank_outcome;
}

RankOutcome RankRunner::run_law(CommunicatorSet& stage, const Case& test) {
  const Subject& runs = subject(test.subject);
  const Place place = place_of(test, world_rank_);
  const MPI_Comm comm = stage.communicators.get(test, 0);
  stage.reversed = reversed(comm, place.rank);
  Activation& forward = stage.activation(runs, test, 0);
  stage.backward = runs.activate(stage.reversed.get());
  Place turned = place;
  turned.rank = place.ranks - 1 - place.rank;

  progress_.post(RankProgress::Phase::inside);
  CollectiveCalls first = calls_of(runs, forward, place, test);
  CollectiveCalls second = calls_of(runs, *stage.backward, turned, test);
  RankOutcome rank_outcome;
  if (const auto broken = find_law(test.law)->law->check(first, second))
    rank_outcome.complaints.push_back({fmt::format("law {} is broken: {}", test.law, *broken)});
  for (const int code : {first.error(), second.error()})
    if (code != MPI_SUCCESS)
      rank_outcome.complaints.push_back({fmt::format("law {}: MPI error {}", test.law, code)});
  return rank_outcome;
}

/// Ends activations that must not live on. An activation may force a choice on the whole process,
/// so none may exist while communicators are made. Every rank decides alike, whether it takes part
/// in the case or not, since activations end collectively.
void RankRunner::end_stale_activations(const Case& test, bool fresh) {
  constexpr std::size_t most_communicators = 256;  // libraries have some thousand at most
  if (known_communicators_.size() > most_communicators) {
    used_->end_activations();
    used_ = std::make_unique<CommunicatorSet>();
    known_communicators_.clear();
  }
  bool new_communicator = fresh || !test.law.empty();
  for (int lane = 0; lane < lanes_of(test); ++lane)
    new_communicator |= known_communicators_.insert(communicator_key(test, lane)).second;
  if (new_communicator || staged_subject_ != test.subject) used_->end_activations();
  staged_subject_ = test.subject;
  fresh_.reset();
}

void RankRunner::set_aside() {
  constexpr std::size_t most = 64;  // libraries have some thousand communicators at most
  set_aside_.push_back(std::exchange(used_, std::make_unique<CommunicatorSet>()));
  if (fresh_) set_aside_.push_back(std::move(fresh_));
  while (set_aside_.size() > most) set_aside_.pop_front();
  known_communicators_.clear();
}

/// Runs the case, and then as often as its soak says. Returns the first outcome with a complaint,
/// else the last one. No rank begins a block of runs before all have ended the one before: one that
/// ran further and further ahead would fill a pool of early messages at the others, which is not a
/// leak.
RankOutcome RankRunner::run_again_and_again(CommunicatorSet& stage, const Case& test) {
  RankOutcome rank_outcome = run_on(stage, test);
  if (test.soak == 0) return rank_outcome;
  const MPI_Comm comm = stage.communicators.get(test, 0);
  ResourceGrowth growth;
  for (int block = 0; block < ResourceGrowth::blocks; ++block) {
    for (int run = 0; run < runs_of_block(test); ++run) {
      ++cases_;
      RankOutcome again = run_on(stage, test);
      if (rank_outcome.complaints.empty()) rank_outcome = std::move(again);
    }
    growth.end_block();
    if (comm != MPI_COMM_NULL) PMPI_Barrier(comm);
  }
  if (const auto grew = growth.found(runs_of_block(test)))
    rank_outcome.complaints.push_back({*grew});
  return rank_outcome;
}

RankOutcome RankRunner::run(const Case& test, bool fresh) {
  ++cases_;
  end_stale_activations(test, fresh);
  if (world_rank_ >= test.ranks) {
    cases_ += static_cast<std::uint64_t>(ResourceGrowth::blocks * runs_of_block(test));
    return {};
  }
  if (!fresh) return run_again_and_again(*used_, test);
  fresh_ = std::make_unique<CommunicatorSet>();
  return run_again_and_again(*fresh_, test);
}

}  // namespace tutti
