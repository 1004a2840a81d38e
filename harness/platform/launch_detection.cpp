#include "harness/platform/launch_detection.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace tutti {
namespace {

/// A launcher. It is recognized by variables that it sets for each of its processes: `shown_by`,
/// `rank` and `ranks` must all be set.
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

bool started_by(const Launcher& launcher, const Variables& variables) {
  const auto is_set = [&](const char* name) { return !name || variables(name); };
  return is_set(launcher.shown_by) && is_set(launcher.rank) && is_set(launcher.ranks);
}

std::string job_of(const Launcher& launcher, const Variables& variables) {
  std::string job;
  for (const char* name : launcher.job)
    if (const char* value = name ? variables(name) : nullptr) job += std::string(".") + value;
  return job;
}

}  // namespace

Launched launched_by(const Variables& variables) {
  const auto found = std::ranges::find_if(
      launchers, [&](const Launcher& launcher) { return started_by(launcher, variables); });
  if (found == std::end(launchers)) return {};
  Launched launched{.by = found->name,
                    .shown_by = found->shown_by,
                    .rank = std::atoi(variables(found->rank)),
                    .ranks = {},
                    .job = job_of(*found, variables)};
  if (found->ranks) launched.ranks = std::atoi(variables(found->ranks));
  return launched;
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
