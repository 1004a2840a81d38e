/// Runs the cases that verify sends through a socket, so that verify survives crashes and hangs.
#include <memory>

#include "harness/cli/verb.hpp"
#include "harness/runner/case_worker.hpp"

namespace tutti {
namespace {

std::function<int()> declare(Command& command) {
  const auto options = std::make_shared<JobServiceOptions>();
  command.add_option("--target", options->target, "What is under test").shows_default();
  command.add_option("--socket", options->socket, "Where verify listens").required();
  return [options] { return serve_job(*options); };
}

}  // namespace
}  // namespace tutti

VERB(serve){tutti::declare, true};
