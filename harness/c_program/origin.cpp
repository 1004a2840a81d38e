#include "contract/library_version.hpp"
#include "harness/c_program/c_program.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {

Origin origin_of(const Case& test) {
  const bool forced = names_forced_subject(test.subject);
  return {library_version(),
          forced ? forcing_environment(test.subject) : std::map<std::string, std::string>{}};
}

}  // namespace tutti
