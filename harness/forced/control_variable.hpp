#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/forced/value_names.hpp"

namespace tutti {

/// One integer control variable of the MPI library. It acts on the whole process.
class ControlVariable {
 public:
  /// The variable of that name, or null if the library has none.
  static std::unique_ptr<ControlVariable> find(const std::string& name);
  ~ControlVariable();
  ControlVariable(const ControlVariable&) = delete;
  ControlVariable& operator=(const ControlVariable&) = delete;

  const std::string& name() const { return name_; }
  /// The names of its values: from its enumeration, else from its description.
  const std::vector<NamedValue>& values() const { return values_; }
  /// The value of that name, or nothing.
  std::optional<int> value_named(std::string_view value) const;
  /// False if it can only be set at launch.
  bool writable() const { return writable_; }
  int read() const;
  /// Throws CannotRun if the library refuses.
  void write(int value);

 private:
  ControlVariable(std::string name, int index);

  std::string name_;
  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
  bool writable_ = false;
  std::vector<NamedValue> values_;
};

/// Gives a control variable another value while it lives.
class ScopedValue {
 public:
  ScopedValue(ControlVariable& variable, int value)
      : variable_(variable), before_(variable.read()) {
    variable_.write(value);
  }
  ~ScopedValue() { variable_.write(before_); }
  ScopedValue(const ScopedValue&) = delete;
  ScopedValue& operator=(const ScopedValue&) = delete;

 private:
  ControlVariable& variable_;
  int before_;
};

}  // namespace tutti
