#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/c_program/c_communicators.hpp"
#include "harness/c_program/c_operation.hpp"

namespace tutti::c_text {

using Operations = std::vector<std::unique_ptr<OperationText>>;

/// Returns how the calls of a case are made.
Form form_of(const Case& test);

/// Returns the functions that make and check the calls of the case in its mode, and main().
std::string main_program(const Setting& setting, const Operations& operations,
                         const CommunicatorText& communicators, Form form);

}  // namespace tutti::c_text
