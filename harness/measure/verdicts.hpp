#pragma once

#include <map>
#include <string>
#include <utility>

#include "contract/collective.hpp"

namespace tutti {

/// What `tutti verify --verdicts` found out about subjects.
class Verdicts {
 public:
  enum class Standing { passed, commutative_only, failed, unknown };

  /// Reads the file. Throws UsageError with file, line and what was expected.
  static Verdicts read(const std::string& path);

  /// Throws UsageError if another library was verified, or other algorithms.
  void require(const std::string& library_version, const std::string& registry) const;

  /// What is known of the subject for the collective. One with parameters that has no verdict of its
  /// own has that of the same with its parameters by default.
  Standing standing(const std::string& subject, Collective collective) const;

 private:
  std::string library_version_, registry_;
  std::map<std::pair<std::string, std::string>, Standing> standings_;  ///< subject, collective
};

}  // namespace tutti
