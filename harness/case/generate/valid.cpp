#include "harness/case/generate/valid.hpp"

#include "contract/error.hpp"
#include "harness/case/validate.hpp"

namespace tutti {

bool is_valid(const Case& test) try {
  validate(test);
  return true;
} catch (const UsageError&) {
  return false;
}

}  // namespace tutti
