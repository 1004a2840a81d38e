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

  /// What is known of the subject for the collective. A name with parameters that has no verdict of
  /// its own has that of the name without.
  Standing standing(const std::string& subject, Collective collective) const;

  /// The library that was verified, first line of its version.
  const std::string& library_version() const { return library_version_; }

 private:
  std::string library_version_;
  std::map<std::pair<std::string, std::string>, Standing> standings_;  ///< subject, collective
};

}  // namespace tutti
