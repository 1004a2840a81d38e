#include "optimized/symbolic/prove.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "optimized/symbolic/proof_cases.hpp"

namespace tutti {
namespace {

constexpr std::size_t failures_to_keep = 5;  // per algorithm: the smallest ones

/// One algorithm on one number of ranks.
struct Job {
  const RegisteredAlgorithm* algorithm;
  int ranks;
  std::int64_t cases = 0;
  std::int64_t traffic = 0;  ///< messages or units of all cases, from the claimed cost
};

struct Failure {
  Job job;
  std::string line;
};

Job job_of(const RegisteredAlgorithm& algorithm, int ranks, std::uint64_t seed) {
  Job job{&algorithm, ranks};
  const ProofCases coverage(algorithm, ranks, seed);
  for (const auto& [_, shape, parameters] : coverage.cases()) {
    ++job.cases;
    if (!algorithm.algorithm->applicable(shape)) continue;
    const Cost cost = algorithm.algorithm->cost(shape, parameters);
    job.traffic += std::max(cost.messages, cost.units);
  }
  return job;
}

/// Returns all jobs, the largest first, so that no thread is left alone with a large one at the
/// end, and that later jobs fit into the memory that is allocated.
std::vector<Job> jobs(const SymbolicOptions& options) {
  std::set<int> ranks(options.large_ranks.begin(), options.large_ranks.end());
  for (int p = 1; p <= options.ranks; ++p) ranks.insert(p);
  std::vector<Job> jobs;
  for (const int p : ranks)
    for (const auto& algorithm : options.algorithms)
      if (!options.filter || options.filter(algorithm))
        jobs.push_back(job_of(algorithm, p, options.seed));
  std::ranges::stable_sort(jobs, std::ranges::greater(), &Job::traffic);
  return jobs;
}

/// Runs one case in the given orders. Throws Refuted; `current` is then the order that failed.
void run_case(Trial& trial, const ProofCases& coverage, std::size_t index, Interleaving& current,
              SymbolicReport& report) {
  trial.load(coverage.cases()[index]);
  for (const auto& interleaving : coverage.interleavings(index, trial)) {
    current = interleaving;
    trial.run(interleaving);
    ++report.executions;
    report.messages += trial.schedules().messages();
  }
}

/// Runs all cases of a job up to the first failure, and returns that failure.
std::optional<Failure> run_job(Trial& trial, const Job& job, std::uint64_t seed,
                               SymbolicReport& report) {
  const ProofCases coverage(*job.algorithm, job.ranks, seed);
  for (std::size_t i = 0; i < coverage.cases().size(); ++i) {
    const auto& test = coverage.cases()[i];
    if (!job.algorithm->algorithm->applicable(test.shape)) {
      ++report.skipped;
      continue;
    }
    ++report.cases;
    Interleaving current;
    try {
      run_case(trial, coverage, i, current, report);
    } catch (const Refuted& refuted) {
      return Failure{job, print(test, current) + " | " + refuted.what()};
    }
  }
  return {};
}

void add(SymbolicReport& sum, const SymbolicReport& part) {
  sum.cases += part.cases;
  sum.executions += part.executions;
  sum.messages += part.messages;
  sum.skipped += part.skipped;
}

/// The execution of all jobs on several threads.
class Proof {
 public:
  Proof(const SymbolicOptions& options,
        const std::function<void(const SymbolicProgress&)>& progress)
      : options_(options), progress_(progress), jobs_(jobs(options)) {
    for (const auto& job : jobs_) progress_so_far_.cases_in_all += job.cases;
  }

  SymbolicReport run() {
    const auto begin = std::chrono::steady_clock::now();
    const auto threads = options_.threads > 0 ? static_cast<unsigned>(options_.threads)
                                              : std::max(1u, std::thread::hardware_concurrency());
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    }
    if (error_) std::rethrow_exception(error_);
    sort_failures();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report_.seconds = elapsed.count();
    return report_;
  }

 private:
  void work() {
    try {
      Trial trial;
      for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
        SymbolicReport part;
        auto failure = run_job(trial, jobs_[i], options_.seed, part);
        record(jobs_[i], part, std::move(failure));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      next_ = jobs_.size();
      error_ = std::current_exception();
    }
  }

  void record(const Job& job, const SymbolicReport& part, std::optional<Failure> failure) {
    const std::lock_guard lock(mutex_);
    add(report_, part);
    if (part.cases > 0 && !proved_.contains(job.algorithm)) {
      proved_.insert(job.algorithm);
      ++report_.algorithms;
    }
    if (failure) failures_.push_back(std::move(*failure));
    progress_so_far_.cases += job.cases;
    progress_so_far_.failures = std::ssize(failures_);
    if (progress_) progress_(progress_so_far_);
  }

  /// Keeps the smallest failures of each algorithm, and orders them by number of ranks.
  void sort_failures() {
    std::stable_sort(failures_.begin(), failures_.end(), [](const Failure& a, const Failure& b) {
      return std::pair(a.job.ranks, a.job.algorithm) < std::pair(b.job.ranks, b.job.algorithm);
    });
    std::map<const RegisteredAlgorithm*, std::size_t> kept;
    for (auto& failure : failures_)
      if (kept[failure.job.algorithm]++ < failures_to_keep)
        report_.failures.push_back(std::move(failure.line));
  }

  const SymbolicOptions& options_;
  const std::function<void(const SymbolicProgress&)>& progress_;
  const std::vector<Job> jobs_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  ///< guards the members below
  SymbolicProgress progress_so_far_;
  std::set<const RegisteredAlgorithm*> proved_;
  std::vector<Failure> failures_;
  SymbolicReport report_;
  std::exception_ptr error_;
};

}  // namespace

SymbolicReport prove(const SymbolicOptions& options,
                     const std::function<void(const SymbolicProgress&)>& progress) {
  return Proof(options, progress).run();
}

SymbolicReport replay(std::string_view line, std::span<const RegisteredAlgorithm> known) {
  const auto begin = std::chrono::steady_clock::now();
  const auto [test, interleaving] = parse_trial(line, known);
  SymbolicReport report;
  report.algorithms = 1;
  if (!test.algorithm->algorithm->applicable(test.shape)) {
    report.skipped = 1;
    return report;
  }
  report.cases = 1;
  try {
    Trial trial;
    trial.load(test);
    trial.run(interleaving);
    report.executions = 1;
    report.messages = trial.schedules().messages();
  } catch (const Refuted& refuted) {
    report.failures.push_back(print(test, interleaving) + " | " + refuted.what());
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  report.seconds = elapsed.count();
  return report;
}

}  // namespace tutti
