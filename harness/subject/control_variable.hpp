#pragma once

#include <mpi.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/subject/value_names.hpp"

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

/// The names of all control variables that begin so.
std::vector<std::string> variables_named(std::string_view beginning);

/// One value for a variable for as long as anybody holds it, also from several threads.
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

/// Holds a shared value while it lives.
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
