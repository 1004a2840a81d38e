/// Writes random cases as C programs, for ci/c_program_test: NUMBER files N.c in FOLDER, and
/// the cases in FOLDER/cases, one a line, those that meet a known fault of the library and
/// those that cannot be written left out.
#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "contract/library_version.hpp"
#include "harness/c_program/c_program.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/generate/cases.hpp"
#include "harness/case/type_names.hpp"
#include "harness/verify/known_faults.hpp"

namespace tutti {
namespace {

bool meets_known_fault(const Case& test) {
  for (const KnownFault* fault : known_faults(library_version()))
    for (const Operation& operation : test.operations)
      if (fault->meets(test, operation)) return true;
  return false;
}

Scope scope_of(int ranks) {
  constexpr bool has_mpi_4 = MPI_VERSION >= 4;
  const auto of_mpi_4 = has_mpi_4 ? all_collectives() : std::vector<Collective>{};
  Scope scope{.subject = "mpi",
              .collectives = all_collectives(),
              .types = available_type_names(),
              .world_ranks = ranks,
              .nonblocking = true,
              .persistent = of_mpi_4,
              .large_counts = of_mpi_4,
              .any_communicator = true,
              .threads = true};
  for (const auto& row : enum_names<MadeBy>)
    if (row.value != MadeBy::usual && (has_mpi_4 || row.value != MadeBy::from_group))
      scope.made_by.push_back(row.value);
  return scope;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  if (!(file << text).flush()) throw CannotRun(path + ": cannot be written");
}

void write_programs(const std::string& folder, int number, int ranks, std::uint64_t seed) {
  const auto generator = cases(scope_of(ranks));
  rc::Random random(seed);
  std::string lines;
  for (int written = 0; written < number;) {
    const Case test = generator(random.split()).value();
    if (meets_known_fault(test)) continue;
    try {
      write(fmt::format("{}/{}.c", folder, written), c_program(test, {library_version(), {}}));
    } catch (const CannotWrite&) {
      continue;
    }
    lines += fmt::format("{}\n", print(test));
    ++written;
  }
  write(folder + "/cases", lines);
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: random_c_programs FOLDER NUMBER RANKS SEED\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  tutti::write_programs(argv[1], std::atoi(argv[2]), std::atoi(argv[3]),
                        static_cast<std::uint64_t>(std::atoll(argv[4])));
  MPI_Finalize();
}
