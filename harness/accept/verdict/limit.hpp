#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// With what a figure is compared.
enum class Reference { absolute, baseline, median, idle };

/// A limit of a requirement: `25 us`, `11.5 GB/s`, `100 Gbit/s`, `1.5`, `105 % of baseline`,
/// `95 % of median node`, `95 % of median pair`, `150 % of idle`.
struct Limit {
  double number = 0;      ///< as it is written, above 0
  std::string unit = {};  ///< as it is written: `us`, `% of baseline`; `1` where none is
  Reference reference = Reference::absolute;
  double scale = 1;              ///< of one unit: in `figure_unit`, or of the reference (0.01)
  std::string figure_unit = {};  ///< `us`, `GB/s` or `1`; empty if relative
  int hosts = 0;                 ///< of a place in the reference: 1 of a node, 2 of a pair, else 0

  double scaled() const { return number * scale; }
};

/// Returns the limit that a text states, or nothing.
std::optional<Limit> parsed_limit(std::string_view text);

/// Returns the limits that parsed_limit() takes, for error messages.
std::string_view known_limits();

/// Returns a number of bytes: `8`, `64K`, `64 KiB`; K, M and G are binary, as in the options of
/// tutti. Returns nothing if the text is none.
std::optional<std::int64_t> parsed_bytes(std::string_view text);

}  // namespace tutti
