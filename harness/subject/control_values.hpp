#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// A value of a control variable, with the name that the library gives it.
struct NamedValue {
  std::string name;
  int value;

  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// Returns the values that the description of an MPICH control variable lists as a table of
/// `name   - what it means`, counted from 0. Such descriptions may have lost their line breaks:
/// "... (some file)ring     - Force ringbinomial - Force binomial". The names are found because the
/// column of the names has one width. Empty if the description holds no such table.
std::vector<NamedValue> values_in_description(std::string_view description);

}  // namespace tutti
