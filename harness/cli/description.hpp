#pragma once

#include <nlohmann/json_fwd.hpp>

namespace CLI {
class App;
}

namespace tutti {

/// What `--help` says of a program and all its verbs, as data that manual pages and completion are made of:
/// `summary`; `options`, each with `names` (none of an operand), `value` (what stands for its value; empty of a
/// flag), `choices`, `default`, `required` and `text`; and `verbs`, each with its `name` and the same.
nlohmann::json description_of(const CLI::App& app);

}  // namespace tutti
