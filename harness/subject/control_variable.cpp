#include "harness/subject/control_variable.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

/// Initializes the tool interface once; it is never finalized, since after a second initialization
/// MPICH 4.0 has no variables left, and Open MPI 4.1 takes 0.1 s for one. Throws CannotRun if the
/// library refuses.
void initialize_tool_interface() {
  static const int status = [] {
    int provided = 0;
    return MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  }();
  if (status != MPI_SUCCESS)
    throw CannotRun("the MPI library refuses its tool interface (MPI_T_init_thread failed)");
}

std::vector<NamedValue> values_of(MPI_T_enum enumeration) {
  std::array<char, 256> text{};
  int length = static_cast<int>(text.size());
  int count = 0;
  if (MPI_T_enum_get_info(enumeration, &count, text.data(), &length) != MPI_SUCCESS) return {};
  std::vector<NamedValue> values;
  for (int item = 0; item < count; ++item) {
    int value = 0;
    length = static_cast<int>(text.size());
    MPI_T_enum_get_item(enumeration, item, &value, text.data(), &length);
    values.push_back({text.data(), value});
  }
  return values;
}

}  // namespace

std::vector<std::string> variables_named(std::string_view beginning) {
  initialize_tool_interface();
  int count = 0;
  MPI_T_cvar_get_num(&count);
  std::vector<std::string> names;
  for (int index = 0; index < count; ++index) {
    std::array<char, 256> name{};
    int length = static_cast<int>(name.size());
    int verbosity = 0, bind = 0, scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    if (MPI_T_cvar_get_info(index, name.data(), &length, &verbosity, &type, nullptr, nullptr,
                            nullptr, &bind, &scope) == MPI_SUCCESS &&
        type == MPI_INT && std::string_view(name.data()).starts_with(beginning))
      names.emplace_back(name.data());
  }
  return names;
}

void SharedValue::acquire() {
  const std::lock_guard lock(mutex_);
  if (holders_++ == 0) variable_->write(value_);
}

void SharedValue::release() {
  const std::lock_guard lock(mutex_);
  if (--holders_ == 0) variable_->write(before_);
}

std::unique_ptr<ControlVariable> ControlVariable::find(const std::string& name) {
  initialize_tool_interface();
  int index = 0;
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS) return nullptr;
  return std::unique_ptr<ControlVariable>(new ControlVariable(name, index));
}

ControlVariable::ControlVariable(std::string name, int index) : name_(std::move(name)) {
  std::array<char, 8192> description{};
  int length = static_cast<int>(description.size());
  int verbosity = 0, bind = 0, scope = 0, count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  MPI_T_cvar_get_info(index, nullptr, nullptr, &verbosity, &type, &enumeration, description.data(),
                      &length, &bind, &scope);
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle_, &count) != MPI_SUCCESS || count != 1)
    throw CannotRun(fmt::format("the MPI library gives no access to its variable {}", name_));
  writable_ = scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY;
  values_ = enumeration == MPI_T_ENUM_NULL ? values_in_description(description.data())
                                           : values_of(enumeration);
}

ControlVariable::~ControlVariable() { MPI_T_cvar_handle_free(&handle_); }

std::optional<int> ControlVariable::value_named(std::string_view value) const {
  const auto found = std::ranges::find(values_, value, &NamedValue::name);
  if (found == values_.end()) return std::nullopt;
  return found->value;
}

int ControlVariable::read() const {
  int value = 0;
  if (MPI_T_cvar_read(handle_, &value) != MPI_SUCCESS)
    throw CannotRun(fmt::format("the MPI library does not tell the value of {}", name_));
  return value;
}

void ControlVariable::write(int value) {
  if (MPI_T_cvar_write(handle_, &value) != MPI_SUCCESS)
    throw CannotRun(fmt::format("the MPI library refuses {} for its variable {}", value, name_));
}

}  // namespace tutti
