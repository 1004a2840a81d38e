#pragma once

#include <mpi.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/subject/control_values.hpp"

namespace tutti {

/// An integer control variable (MPI_T) of the MPI library. It acts on the whole process.
class ControlVariable {
 public:
  /// Returns the variable of that name, or null if the library has none.
  static std::unique_ptr<ControlVariable> find(const std::string& name);
  ~ControlVariable();
  ControlVariable(const ControlVariable&) = delete;
  ControlVariable& operator=(const ControlVariable&) = delete;

  const std::string& name() const { return name_; }
  /// Returns the values with their names, from the variable's enumeration or else its description.
  const std::vector<NamedValue>& values() const { return values_; }
  /// Returns the value of that name, or nothing.
  std::optional<int> value_named(std::string_view value) const;
  /// Returns false if the variable can only be set at launch.
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

/// Returns the names of all integer control variables that begin with `beginning`.
std::vector<std::string> variables_named(std::string_view beginning);

/// A value that a variable has as long as at least one Hold exists; then the variable gets its
/// earlier value back. Thread-safe.
class SharedValue {
 public:
  SharedValue(std::shared_ptr<ControlVariable> variable, int value)
      : variable_(std::move(variable)), before_(variable_->read()), value_(value) {}

  void acquire();
  void release();

 private:
  std::shared_ptr<ControlVariable> variable_;
  int before_;
  int value_;
  std::mutex mutex_;
  int holders_ = 0;
};

/// Keeps a shared value in force while it lives.
class Hold {
 public:
  explicit Hold(SharedValue& value) : value_(&value) { value_->acquire(); }
  ~Hold() {
    if (value_) value_->release();
  }
  Hold(Hold&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Hold& operator=(Hold&&) = delete;

 private:
  SharedValue* value_;
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
