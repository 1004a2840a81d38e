#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tutti {

/// Returns the name of the file that is preloaded into programs of the named MPI library, such as
/// `mpich`: the one that lets collectives return early, or the other one.
std::string preloaded_library_name(std::string_view mpi, bool overlap);

/// Returns the path of the program that this process runs.
std::filesystem::path program_path();

/// The locations of the parts of tutti, derived from the location of one of them. In a build tree
/// all parts are beside it, with a folder share/tutti; elsewhere they are below one prefix, in the
/// folders that were fixed when tutti was configured. No path of a prefix or a build tree is
/// compiled in.
class Installation {
 public:
  /// Returns the installation of the running program.
  static Installation of_program();
  /// Returns the installation of the program at this path.
  static Installation around_program(const std::filesystem::path& program);
  /// Returns the installation of the preloaded library at this path.
  static Installation around_library(const std::filesystem::path& library);

  /// Returns the path of data that all builds share: the folders `reports` and `platforms`, the
  /// program `cluster`.
  std::filesystem::path data(std::string_view name) const;
  /// Returns the path of a library that is to be preloaded.
  std::filesystem::path library(const std::string& name) const;
  /// Returns the path of a program that smpirun runs.
  std::filesystem::path simulator(const std::string& name) const;
  /// Returns the path of the program tutti for the named MPI library, such as `mpich`.
  std::filesystem::path program(const std::string& mpi) const;
  /// Returns the folder where the machine's operator puts maps: /etc/tutti if the prefix is /usr,
  /// else etc/tutti below the prefix. Empty in a build tree.
  std::filesystem::path maps() const;

 private:
  /// `below` is the folder of the part, relative to the prefix.
  Installation(const std::filesystem::path& part, const std::filesystem::path& below);

  std::filesystem::path built_;   ///< the build tree of one MPI library; empty if installed
  std::filesystem::path prefix_;  ///< empty in a build tree
};

}  // namespace tutti
