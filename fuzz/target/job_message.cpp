/// A message between `tutti verify` and `tutti serve`, or between the ranks of the latter.
#include "harness/runner/job_message.hpp"

#include "fuzz/target.hpp"
#include "harness/runner/launch_facts.hpp"

namespace {

using namespace tutti;

constexpr auto text_of = [](const auto& value) { return to_text(value); };
constexpr auto unchanged = [](const std::string& text) { return text; };

void try_job_message(std::string_view input) {
  const auto [word, rest] = message_from(input);
  if (word == "run")
    fuzz::expect_round_trip(
        rest, [](const std::string& text) { return run_order_from(text); }, text_of);
  if (word == "result")
    fuzz::expect_round_trip(
        rest, [](const std::string& text) { return to_text(result_from(text)); }, unchanged);
  if (word == "facts")
    fuzz::expect_round_trip(
        rest, [](const std::string& text) { return facts_from(text); }, text_of);
  if (word == "answer")  // of another rank
    fuzz::expect_round_trip(
        rest, [](const std::string& text) { return rank_outcome_from(text); }, text_of);
}

}  // namespace

FUZZ_TARGET(job_message){try_job_message};
