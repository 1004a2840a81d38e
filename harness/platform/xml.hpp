#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// Returns the text as it stands in XML, in an element or between double quotes. Control
/// characters, which XML cannot hold, become spaces.
std::string xml_escaped(std::string_view text);

}  // namespace tutti
