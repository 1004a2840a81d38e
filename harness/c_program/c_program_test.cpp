#include "harness/c_program/c_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/case/enum_names.hpp"
#include "harness/case/generate/cases.hpp"

namespace tutti {
namespace {

std::string program_of(const std::string& line, const Origin& origin = {}) {
  return c_program(parse_case(line), origin);
}

void expect_in(const std::string& program, const std::string& text) {
  EXPECT_NE(program.find(text), std::string::npos) << "no '" << text << "' in\n" << program;
}

TEST(CProgram, OfOneAllreduceIsReadAtOnce) {
  const std::string program = program_of("tutti-case 1 ranks=4 | allreduce counts=17 op=sum");
  expect_in(program, "MPI_Allreduce(send, receive, 17, MPI_INT32_T, MPI_SUM, comm);");
  expect_in(program, "mpiexec -n 4 ./a.out");
  EXPECT_LE(std::ranges::count(program, '\n'), 95);
}

TEST(CProgram, TellsWhereTheCaseComesFrom) {
  const std::string program =
      program_of("tutti-case 1 subject=mpich:bcast/binomial ranks=2 | bcast counts=3",
                 {"MPICH Version: 4.0.2", {{"MPIR_CVAR_BCAST_INTRA_ALGORITHM", "binomial"}}});
  expect_in(program, "MPICH Version: 4.0.2");
  expect_in(program, "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial \\\n *   mpiexec -n 2 ./a.out");
  expect_in(program, "tutti-case 1 subject=mpich:bcast/binomial ranks=2 | bcast counts=3");
}

TEST(CProgram, HasTheArgumentsOfEachRank) {
  const std::string program =
      program_of("tutti-case 1 ranks=3 | gather root=1 counts=6 in_place=yes send_layouts=vector");
  expect_in(program, "rank != 1 ? buffer(");
  expect_in(program, "rank == 1 ? 6 : -1");
  expect_in(program, "MPI_Type_vector(3, 2, 3, MPI_INT32_T, &type);");
}

TEST(CProgram, CallsTheFunctionOfItsMode) {
  expect_in(program_of("tutti-case 1 mode=nonblocking | bcast counts=1"), "MPI_Ibcast(");
  expect_in(program_of("tutti-case 1 mode=persistent | bcast counts=1"), "MPI_Bcast_init(");
  expect_in(program_of("tutti-case 1 | bcast counts=1 large=yes"), "MPI_Bcast_c(");
  expect_in(program_of("tutti-case 1 mode=threads | bcast counts=1"), "pthread_create(");
  expect_in(program_of("tutti-case 1 subject=mpich:ibcast/tsp_tree | bcast counts=1"),
            "MPI_Wait(&request, MPI_STATUS_IGNORE);");
}

TEST(CProgram, IsRefusedWhereItCannotBeWritten) {
  EXPECT_THROW(program_of("tutti-case 1 law=gather_undoes_scatter | allreduce counts=1 op=sum"),
               CannotWrite);
  EXPECT_THROW(program_of("tutti-case 1 soak=3 | barrier"), CannotWrite);
  EXPECT_THROW(program_of("tutti-case 1 subject=reference | barrier"), CannotWrite);
}

TEST(CProgram, OfAnyCaseIsCompleteC) {
  Scope scope{.subject = "mpi",
              .collectives = all_collectives(),
              .nonblocking = true,
              .persistent = all_collectives(),
              .large_counts = all_collectives(),
              .any_communicator = true,
              .threads = true};
  for (const auto& row : enum_names<MadeBy>)
    if (row.value != MadeBy::usual) scope.made_by.push_back(row.value);
  for (const int ranks : {1, 2, 3, 5, 8}) {
    scope.world_ranks = ranks;
    const auto generator = cases(scope);
    rc::Random random(static_cast<std::uint64_t>(ranks));
    for (int i = 0; i < 200; ++i) {
      const Case test = generator(random.split()).value();
      const std::string program = c_program(test, {});
      EXPECT_EQ(program.find_first_of("@$"), std::string::npos) << print(test) << '\n' << program;
      EXPECT_EQ(std::ranges::count(program, '{'), std::ranges::count(program, '}')) << print(test);
    }
  }
}

}  // namespace
}  // namespace tutti
