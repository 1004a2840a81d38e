#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/c_program/c_layouts.hpp"
#include "harness/case/case_communicators.hpp"
#include "harness/case/problem.hpp"

namespace tutti::c_text {

/// What the operations of a program have in common. In it, `rank` is that of the process in its
/// communicator, and `ranks` the size of this; on an intercommunicator, both count the two
/// groups one behind the other.
struct Setting {
  explicit Setting(const Case& the_test);

  const Case& test;
  std::vector<Place> members;  ///< those of each communicator in order
  /// Whether there are several calls, each with a `struct call`; else the variables of the
  /// only one are those of main.
  bool several;

  bool between_groups() const;
  int border() const;  ///< the ranks of the first group of an intercommunicator
  int largest_communicator() const;
  /// Returns the number of communicators of the same ranks.
  int lanes() const;
};

/// The constant tables of a program that an operation needs, and expressions for their entries.
class Tables {
 public:
  Tables(const Setting& setting, std::string suffix)
      : setting_(setting), suffix_(std::move(suffix)) {}

  /// Returns an expression for the value that each member has.
  std::string of_member(const std::string& name, const std::vector<std::int64_t>& values);
  /// Returns an expression for the value that each member has for block `b`.
  std::string of_block(const std::string& name,
                       const std::vector<std::vector<std::int64_t>>& values);
  /// Returns the name of a table of these values.
  std::string named(const std::string& name, const std::vector<std::int64_t>& values) {
    return defined(name, values);
  }
  /// Returns a condition that holds for these members: `always` or `never`, if it does not
  /// depend on the member.
  std::string where(const std::string& name, const std::vector<bool>& members);

  /// Returns the definitions of the tables that the text mentions.
  std::string definitions(std::string_view text) const;

  static constexpr const char* always = "1";
  static constexpr const char* never = "0";

 private:
  std::string member() const;
  std::string defined(const std::string& name, const std::vector<std::int64_t>& values);

  const Setting& setting_;
  std::string suffix_;
  std::map<std::string, std::string> definitions_;  ///< by name
};

}  // namespace tutti::c_text
