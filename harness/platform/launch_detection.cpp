#include "harness/platform/launch_detection.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace tutti {
namespace {

/// A launcher. It is recognized by variables that it sets for each of its processes: `shown_by`,
/// `rank` and `ranks` must all be set, the latter two to numbers.
struct Launcher {
  std::string_view name;
  const char* shown_by;
  const char* rank;
  const char* ranks;               ///< null if it sets none
  std::array<const char*, 2> job;  ///< together they identify the launch; null if it sets none
};

/// The known launchers. Processes inherit the variables of outer launchers, so launchers that are
/// started within the jobs or allocations of others come first.
///
/// Slurm sets SLURM_PROCID and SLURM_NTASKS also in batch scripts and shells, where nothing was
/// launched yet; only the variables of a step show a launch.
constexpr Launcher launchers[]{
    {"mpiexec of MPICH (Hydra)", "MPI_LOCALRANKID", "PMI_RANK", "PMI_SIZE", {}},
    {"mpirun of Open MPI 5 or later (PRRTE)",
     "PRTE_LAUNCHED",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE",
     {"PMIX_NAMESPACE"}},
    {"mpirun of Open MPI up to 4 (ORTE)",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE",
     {"PMIX_NAMESPACE"}},
    {"prterun (PRRTE)", "PRTE_LAUNCHED", "PMIX_RANK", nullptr, {"PMIX_NAMESPACE"}},
    {"flux run", "FLUX_TASK_RANK", "FLUX_TASK_RANK", "FLUX_JOB_SIZE", {"FLUX_JOB_ID"}},
    {"srun of Slurm with PMIx",
     "PMIX_RANK",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
    {"srun of Slurm with PMI",
     "PMI_RANK",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
    {"srun of Slurm without PMI",
     "SLURM_STEP_NUM_TASKS",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
    {"a launcher with PMI", "PMI_RANK", "PMI_RANK", "PMI_SIZE", {"PMI_JOBID"}},
    {"a launcher with PMIx", "PMIX_RANK", "PMIX_RANK", nullptr, {"PMIX_NAMESPACE"}},
};

/// Prefixes of the names of variables that describe one process of one launch.
constexpr std::string_view of_one_process[]{
    "PMI_",
    "PMIX_",
    "HYD",
    "MPI_LOCAL",
    "OMPI_COMM_WORLD_",
    "OMPI_UNIVERSE_SIZE",
    "OMPI_ARGV",
    "OMPI_MCA_orte_",
    "OMPI_MCA_ess",
    "OMPI_MCA_pmix",
    "PRTE_LAUNCHED",
    "FLUX_TASK_",
    "SLURM_PROCID",
    "SLURM_LOCALID",
    "SLURM_STEP_",
};

std::string job_of(const Launcher& launcher, const Variables& variables) {
  std::string job;
  for (const char* name : launcher.job)
    if (const char* value = name ? variables(name) : nullptr) job += std::string(".") + value;
  return job;
}

/// Returns the whole number, not below zero, that a variable holds; nothing if it holds none.
std::optional<int> number_of(const char* name, const Variables& variables) {
  const char* const value = variables(name);
  const std::string_view digits = value ? value : "";
  int number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0) return {};
  return number;
}

/// Returns the launch if the launcher started this process.
std::optional<Launched> started_by(const Launcher& launcher, const Variables& variables) {
  const auto rank = number_of(launcher.rank, variables);
  if (!variables(launcher.shown_by) || !rank) return {};
  Launched launched{.by = launcher.name,
                    .shown_by = launcher.shown_by,
                    .rank = *rank,
                    .ranks = {},
                    .job = job_of(launcher, variables)};
  if (!launcher.ranks) return launched;
  launched.ranks = number_of(launcher.ranks, variables);
  if (!launched.ranks || *rank >= *launched.ranks) return {};
  return launched;
}

}  // namespace

Launched launched_by(const Variables& variables) {
  for (const auto& launcher : launchers)
    if (const auto launched = started_by(launcher, variables)) return *launched;
  return {};
}

const Launched& own_launch() {
  static const Launched launched = launched_by([](const char* name) { return std::getenv(name); });
  return launched;
}

void forget_launch() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text(*variable);
    if (std::ranges::any_of(of_one_process, [&](auto begin) { return text.starts_with(begin); }))
      names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const auto& name : names) unsetenv(name.c_str());
}

}  // namespace tutti
