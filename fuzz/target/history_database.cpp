/// The database of `tutti history`.
#include "fuzz/target.hpp"
#include "harness/history/database.hpp"

static void try_history_database(std::string_view input) {
  using namespace tutti;
  try {
    const HistoryDatabase database(fuzz::file_with(input));
    database.bytes_by_directory();
    for (const auto& run : database.runs()) {
      database.findings(run.directory);
      database.facts(run.directory);
    }
  } catch (const UsageError& error) {
    fuzz::require_one_line(error.what());
  } catch (const CannotRun& error) {  // it is damaged, or locked
    fuzz::require_one_line(error.what());
  }
}

FUZZ_TARGET(history_database){try_history_database};
