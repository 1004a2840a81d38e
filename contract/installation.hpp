#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tutti {

/// The path of the program that this process runs.
std::filesystem::path program_path();

/// Where the parts of tutti lie, found from where one of them lies. In a build tree all are beside it, with a
/// folder share/tutti; elsewhere they are below one prefix, in the folders that were fixed when this was
/// configured. No path of a prefix or a tree is compiled in.
class Installation {
 public:
  /// That of the running program.
  static Installation of_program();
  /// That of a program at this path.
  static Installation around_program(const std::filesystem::path& program);
  /// That of a library that is preloaded, at this path.
  static Installation around_library(const std::filesystem::path& library);

  /// What all builds share: the folders `reports` and `platforms`, the program `cluster`.
  std::filesystem::path data(std::string_view name) const;
  /// A library that is preloaded.
  std::filesystem::path library(const std::string& name) const;
  /// A program that smpirun runs.
  std::filesystem::path simulator(const std::string& name) const;
  /// tutti for the MPI library of this name: `mpich`, say.
  std::filesystem::path program(const std::string& mpi) const;
  /// Where the machine's operator puts maps: /etc/tutti below the prefix /usr, else etc/tutti below the
  /// prefix. Empty in a build tree.
  std::filesystem::path maps() const;

 private:
  /// `below` is where the part lies below the prefix.
  Installation(const std::filesystem::path& part, const std::filesystem::path& below);

  std::filesystem::path built_;   ///< the build tree of one MPI library; empty if installed
  std::filesystem::path prefix_;  ///< empty in a build tree
};

}  // namespace tutti
