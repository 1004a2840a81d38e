#include "preload/gathered_text.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <vector>

#include "contract/mpi_error.hpp"

namespace tutti::preload {

std::string gathered(const std::string& text) {
  int rank = 0, ranks = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks));
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks)), begins(lengths.size());
  check(PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD));
  for (std::size_t i = 1; i < lengths.size(); ++i) begins[i] = begins[i - 1] + lengths[i - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(begins.back() + lengths.back()) : 0, ' ');
  check(PMPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(),
                     MPI_CHAR, 0, MPI_COMM_WORLD));
  return all;
}

/// Returns the path; in a spawned program with the process id appended, since that program inherits
/// the environment of the program that spawned it.
static std::string path_of_world(const std::string& path) {
  MPI_Comm parent = MPI_COMM_NULL;
  check(PMPI_Comm_get_parent(&parent));
  return parent == MPI_COMM_NULL ? path : fmt::format("{}.{}", path, getpid());
}

void write_at_first_rank(const std::string& text, const std::string& asked_path,
                         const char* variable) {
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  if (rank != 0) return;
  const auto path = path_of_world(asked_path);
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) fmt::print(stderr, "tutti: {}: {}: cannot be written\n", variable, path);
}

}  // namespace tutti::preload
