#include "harness/platform/launch_detection.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <map>
#include <string>

namespace tutti {
namespace {

using Environment = std::map<std::string, std::string>;

Launched launched_in(const Environment& environment) {
  return launched_by([&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

Environment joined(Environment inner, const Environment& outer) {
  inner.insert(outer.begin(), outer.end());
  return inner;
}

void expect(const Environment& environment, std::string_view by, int rank, std::optional<int> ranks,
            std::string_view job) {
  const auto launched = launched_in(environment);
  EXPECT_EQ(launched.by, by);
  EXPECT_EQ(launched.rank, rank);
  EXPECT_EQ(launched.ranks, ranks);
  EXPECT_EQ(launched.job, job);
}

// The variables that each launcher was seen to set, as far as they matter here: MPICH 4.0 to 5.0,
// Open MPI 4.1 to 6.0, Slurm 24.11. Flux is not in Debian; its variables are from its sources.

const Environment hydra{{"HYDI_CONTROL_FD", "7"}, {"MPI_LOCALNRANKS", "4"},
                        {"MPI_LOCALRANKID", "3"}, {"PMI_FD", "8"},
                        {"PMI_RANK", "3"},        {"PMI_SIZE", "4"}};

const Environment orte{{"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_RANK", "5"},
                       {"OMPI_COMM_WORLD_SIZE", "6"},       {"OMPI_UNIVERSE_SIZE", "8"},
                       {"PMIX_NAMESPACE", "307429377"},     {"PMIX_RANK", "5"}};

const Environment prrte{{"OMPI_COMM_WORLD_RANK", "1"},
                        {"OMPI_COMM_WORLD_SIZE", "2"},
                        {"OMPI_VERSION", "5.0.7"},
                        {"PMIX_NAMESPACE", "prterun-node-10@1"},
                        {"PMIX_RANK", "1"},
                        {"PRTE_LAUNCHED", "1"}};

const Environment prterun{
    {"PMIX_NAMESPACE", "prterun-node-10@1"}, {"PMIX_RANK", "1"}, {"PRTE_LAUNCHED", "1"}};

const Environment flux{{"FLUX_JOB_ID", "f4m2"}, {"FLUX_JOB_SIZE", "4"}, {"FLUX_TASK_LOCAL_ID", "0"},
                       {"FLUX_TASK_RANK", "2"}, {"PMI_FD", "12"},       {"PMI_RANK", "2"},
                       {"PMI_SIZE", "4"}};

/// The variables in a shell of salloc or a batch script of 8 tasks, where nothing was launched yet.
const Environment allocation{{"SLURM_JOB_ID", "17"}, {"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}};

const Environment step = joined({{"SLURM_JOB_ID", "17"},
                                 {"SLURM_NTASKS", "2"},
                                 {"SLURM_PROCID", "1"},
                                 {"SLURM_STEP_ID", "3"},
                                 {"SLURM_STEP_NUM_TASKS", "2"}},
                                allocation);

const Environment pmi2{
    {"PMI_FD", "9"}, {"PMI_JOBID", "17.3"}, {"PMI_RANK", "1"}, {"PMI_SIZE", "2"}};

const Environment pmix{{"PMIX_NAMESPACE", "slurm.pmix.17.3"}, {"PMIX_RANK", "1"}};

TEST(Launcher, IsNoneWhereNothingIsSet) { expect({}, "", 0, 1, ""); }

TEST(Launcher, IsKnownByWhatItSets) {
  expect(hydra, "mpiexec of MPICH (Hydra)", 3, 4, "");
  expect(orte, "mpirun of Open MPI up to 4 (ORTE)", 5, 6, ".307429377");
  expect(prrte, "mpirun of Open MPI 5 or later (PRRTE)", 1, 2, ".prterun-node-10@1");
  expect(flux, "flux run", 2, 4, ".f4m2");
  expect(joined(pmi2, step), "srun of Slurm with PMI", 1, 2, ".17.3");
  expect(joined(pmix, step), "srun of Slurm with PMIx", 1, 2, ".17.3");
  expect(step, "srun of Slurm without PMI", 1, 2, ".17.3");
}

TEST(Launcher, MayNotTellHowManyRanksThereAre) {
  expect(prterun, "prterun (PRRTE)", 1, {}, ".prterun-node-10@1");
  expect(pmix, "a launcher with PMIx", 1, {}, ".slurm.pmix.17.3");
}

TEST(Launcher, IsFoundByItsProtocolIfItIsNotKnown) {
  expect({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}, "a launcher with PMI", 1, 2, "");
}

TEST(Launcher, IsNoneWhereARankIsNoneOfItsLaunch) {
  for (const auto* rank : {"-1", "2", "x", "", "99999999999"})
    expect({{"PMI_RANK", rank}, {"PMI_SIZE", "2"}}, "", 0, 1, "");
}

TEST(Launcher, IsNotSeenInAnAllocationAlone) { expect(allocation, "", 0, 1, ""); }

TEST(Launcher, IsTheInnermostOfSeveral) {
  expect(joined(hydra, allocation), "mpiexec of MPICH (Hydra)", 3, 4, "");
  expect(joined(prrte, allocation), "mpirun of Open MPI 5 or later (PRRTE)", 1, 2,
         ".prterun-node-10@1");
  // Within an allocation, srun starts the daemons of these launchers.
  expect(joined(hydra, step), "mpiexec of MPICH (Hydra)", 3, 4, "");
  expect(joined(orte, step), "mpirun of Open MPI up to 4 (ORTE)", 5, 6, ".307429377");
  expect(joined(flux, step), "flux run", 2, 4, ".f4m2");
}

TEST(Launcher, IsForgottenByWhatStartsAnew) {
  for (const auto& environment :
       {hydra, orte, prrte, flux, joined(pmi2, step), joined(pmix, step)}) {
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    forget_launch();
    EXPECT_EQ(launched_by([](const char* name) { return getenv(name); }).by, "");
  }
  EXPECT_STREQ(getenv("SLURM_JOB_ID"), "17");  // a launch in its allocation needs it
}

}  // namespace
}  // namespace tutti
