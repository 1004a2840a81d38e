#pragma once

#include <stdexcept>

namespace tutti {

/// Thrown where the parser of TOML asserts what a file need not hold: after `[=[`, for example, it
/// takes for granted that a key begins.
struct TomlAssertion : std::logic_error {
  using std::logic_error::logic_error;
};

constexpr void assert_toml(bool holds) {
  if (!holds) throw TomlAssertion("expected TOML");
}

}  // namespace tutti

// Without assertions the parser would go on, with undefined behaviour.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) ::tutti::assert_toml(static_cast<bool>(condition))
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
