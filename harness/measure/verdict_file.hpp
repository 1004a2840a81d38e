#pragma once

#include <map>
#include <string>
#include <utility>

#include "contract/collective.hpp"

namespace tutti {

/// The verdicts that `tutti verify --verdicts` wrote.
class Verdicts {
 public:
  enum class Standing { passed, commutative_only, failed, unknown };

  /// Reads a file of verdicts. Throws UsageError with file, line and what was expected.
  static Verdicts read(const std::string& path);

  /// Throws UsageError if the verdicts are of another library or of other algorithms.
  void require(const std::string& library_version, const std::string& registry) const;

  /// Returns the standing of the subject for the collective. A subject with parameters that has no
  /// verdict of its own has that of the same subject with default parameters.
  Standing standing(const std::string& subject, Collective collective) const;

 private:
  std::string library_version_, registry_;
  std::map<std::pair<std::string, std::string>, Standing> standings_;  ///< by subject, collective
};

}  // namespace tutti
