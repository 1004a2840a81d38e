#pragma once

#include <nlohmann/json_fwd.hpp>

namespace CLI {
class App;
}

namespace tutti {

/// Returns the contents of `--help` of a program and all its verbs as data, from which manual pages
/// and completion are generated: `summary`; `options`, each with `names` (none for an operand),
/// `value` (placeholder of the value; empty for a flag), `choices`, `default`, `required` and
/// `text`; and `verbs`, each with its `name` and the same fields.
nlohmann::json description_of(const CLI::App& app);

}  // namespace tutti
