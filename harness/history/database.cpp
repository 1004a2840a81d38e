#include "harness/history/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <type_traits>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"

namespace tutti {
namespace {

constexpr int application_id = 0x74757474;  // "tutt", by which the file is known
constexpr int schema_version = 1;
constexpr int milliseconds_to_wait = 10'000;  // for another process that writes

constexpr const char* schema = R"(
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  directory TEXT NOT NULL UNIQUE,
  date TEXT NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE figure (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  measure TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  ranks INTEGER NOT NULL,
  ranks_per_node INTEGER NOT NULL,
  load TEXT NOT NULL,
  unit TEXT NOT NULL,
  launch INTEGER NOT NULL,
  median REAL NOT NULL
) STRICT;
CREATE TABLE verdict (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  requirement TEXT NOT NULL,
  place TEXT NOT NULL,
  verdict TEXT NOT NULL,
  value REAL,
  value_limit REAL,
  unit TEXT NOT NULL
) STRICT;
CREATE TABLE finding (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  kind TEXT NOT NULL,
  hosts TEXT NOT NULL,
  measure TEXT NOT NULL,
  launch INTEGER NOT NULL,
  ratio REAL NOT NULL,
  ratio_low REAL NOT NULL,
  ratio_high REAL NOT NULL,
  error_probability REAL NOT NULL
) STRICT;
CREATE TABLE fact (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  host TEXT NOT NULL,
  fact TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, host, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX figure_of_run ON figure (run);
CREATE INDEX verdict_of_run ON verdict (run);
CREATE INDEX finding_of_run ON finding (run);
)";

struct CloseConnection {
  void operator()(sqlite3* handle) const { sqlite3_close(handle); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
};

/// A prepared statement, with values for its parameters.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* handle) : handle_(handle) {}

  template <class... Values>
  Statement& bind(const Values&... values) {
    int parameter = 0;
    (bind_one(++parameter, values), ...);
    return *this;
  }

  /// Runs a statement that yields no rows, and makes it ready for other values.
  void run() {
    while (next()) {
    }
    sqlite3_reset(handle_.get());
  }

  /// Goes to the next row. Returns false behind the last one.
  bool next() {
    const int status = sqlite3_step(handle_.get());
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
    return status == SQLITE_ROW;
  }

  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  int count(int column) const { return sqlite3_column_int(handle_.get(), column); }
  double number(int column) const { return sqlite3_column_double(handle_.get(), column); }
  std::optional<double> number_if_any(int column) const {
    if (sqlite3_column_type(handle_.get(), column) == SQLITE_NULL) return {};
    return number(column);
  }
  std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return bytes ? std::string(bytes, size) : "";
  }

 private:
  void bind_one(int parameter, const std::string& value) {
    check(sqlite3_bind_text64(handle_.get(), parameter, value.data(), value.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void bind_one(int parameter, double value) {
    check(sqlite3_bind_double(handle_.get(), parameter, value));
  }
  void bind_one(int parameter, std::int64_t value) {
    check(sqlite3_bind_int64(handle_.get(), parameter, value));
  }
  void bind_one(int parameter, int value) { bind_one(parameter, std::int64_t{value}); }
  void bind_one(int parameter, const std::optional<double>& value) {
    if (value) return bind_one(parameter, *value);
    check(sqlite3_bind_null(handle_.get(), parameter));
  }

  void check(int status) const {
    if (status != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() const {
    auto* connection = sqlite3_db_handle(handle_.get());
    throw CannotRun(
        fmt::format("{}: {}", sqlite3_db_filename(connection, "main"), sqlite3_errmsg(connection)));
  }

  std::unique_ptr<sqlite3_stmt, FinalizeStatement> handle_;
};

}  // namespace

class HistoryDatabase::Connection {
 public:
  explicit Connection(std::string path) : path_(std::move(path)) {
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int status = sqlite3_open_v2(path_.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);  // also after an error
    if (status != SQLITE_OK) fail();
    sqlite3_busy_timeout(opened, milliseconds_to_wait);
    believe_data_only();
  }

  Statement prepare(std::string_view sql) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &statement,
                           nullptr) != SQLITE_OK)
      fail();
    return Statement(statement);
  }

  void execute(const std::string& sql) const {
    if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  int number_of(const std::string& sql) const {
    auto statement = prepare(sql);
    return statement.next() ? statement.count(0) : 0;
  }

  std::int64_t last_row() const { return sqlite3_last_insert_rowid(handle_.get()); }

  const std::string& path() const { return path_; }

 private:
  /// The file may come from somebody else: what it says is data, not code to run.
  void believe_data_only() {
    for (const int off : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                          SQLITE_DBCONFIG_TRUSTED_SCHEMA})
      sqlite3_db_config(handle_.get(), off, 0, nullptr);
    sqlite3_db_config(handle_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  }

  [[noreturn]] void fail() const {
    if (sqlite3_errcode(handle_.get()) == SQLITE_NOTADB)
      throw UsageError(path_ + ": expected a history of tutti; this is no database");
    throw CannotRun(fmt::format("{}: {}", path_, sqlite3_errmsg(handle_.get())));
  }

  std::string path_;
  std::unique_ptr<sqlite3, CloseConnection> handle_;
};

namespace {

/// Changes that take effect together in commit(), or not at all.
template <class Connection>
class Transaction {
 public:
  explicit Transaction(const Connection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (committed_) return;
    try {
      connection_.execute("ROLLBACK");
    } catch (const std::exception&) {  // SQLite has rolled it back itself
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    connection_.execute("COMMIT");
    committed_ = true;
  }

 private:
  const Connection& connection_;
  bool committed_ = false;
};

void insert_details(const auto& connection, std::int64_t id, const RunResults& run) {
  auto figure = connection.prepare("INSERT INTO figure VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [of, launch, median] : run.figures)
    figure
        .bind(id, of.measure, of.bytes, of.ranks, of.ranks_per_node, of.load, of.unit, launch,
              median)
        .run();
  auto verdict = connection.prepare("INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const auto& row : run.verdicts)
    verdict.bind(id, row.requirement, row.place, row.verdict, row.value, row.limit, row.unit).run();
  auto finding = connection.prepare("INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& row : run.findings)
    finding
        .bind(id, row.kind, nlohmann::json(row.hosts).dump(), row.measure, row.launch, row.ratio,
              row.low, row.high, row.error_probability)
        .run();
  auto fact = connection.prepare("INSERT INTO fact VALUES (?, ?, ?, ?)");
  for (const auto& [of, value] : run.facts) fact.bind(id, of.host, of.fact, value).run();
}

std::vector<FigureMedian> figures_of(const auto& connection, std::int64_t id) {
  auto rows = connection.prepare(
      "SELECT measure, bytes, ranks, ranks_per_node, load, unit, launch, median FROM figure "
      "WHERE run = ? ORDER BY rowid");
  std::vector<FigureMedian> figures;
  for (rows.bind(id); rows.next();)
    figures.push_back({.of = {.measure = rows.text(0),
                              .bytes = rows.integer(1),
                              .ranks = rows.count(2),
                              .ranks_per_node = rows.count(3),
                              .load = rows.text(4),
                              .unit = rows.text(5)},
                       .launch = rows.count(6),
                       .median = rows.number(7)});
  return figures;
}

std::vector<RequirementVerdict> verdicts_of(const auto& connection, std::int64_t id) {
  auto rows = connection.prepare(
      "SELECT requirement, place, verdict, value, value_limit, unit FROM verdict WHERE run = ? "
      "ORDER BY rowid");
  std::vector<RequirementVerdict> verdicts;
  for (rows.bind(id); rows.next();)
    verdicts.push_back({.requirement = rows.text(0),
                        .place = rows.text(1),
                        .verdict = rows.text(2),
                        .value = rows.number_if_any(3),
                        .limit = rows.number_if_any(4),
                        .unit = rows.text(5)});
  return verdicts;
}

/// Makes the tables of a new file. Throws UsageError if the file is of another kind or version.
void make_or_check_tables(const auto& connection) {
  Transaction transaction(connection);
  const int id = connection.number_of("PRAGMA application_id");
  const int version = connection.number_of("PRAGMA user_version");
  if (id == 0 && version == 0 && connection.number_of("SELECT count(*) FROM sqlite_schema") == 0) {
    connection.execute(schema);
    connection.execute(fmt::format("PRAGMA application_id = {}", application_id));
    connection.execute(fmt::format("PRAGMA user_version = {}", schema_version));
  } else if (id != application_id) {
    throw UsageError(connection.path() +
                     ": expected a history of tutti; this is a database of "
                     "another program");
  } else if (version != schema_version) {
    throw UsageError(fmt::format("{}: expected a history of version {}, found version {}",
                                 connection.path(), schema_version, version));
  }
  transaction.commit();
}

}  // namespace

HistoryDatabase::HistoryDatabase(const std::string& path)
    : connection_(std::make_unique<Connection>(path)) {
  make_or_check_tables(*connection_);
  connection_->execute("PRAGMA foreign_keys = ON");
}

HistoryDatabase::~HistoryDatabase() = default;

std::map<std::string, std::int64_t> HistoryDatabase::bytes_by_directory() const {
  std::map<std::string, std::int64_t> bytes;
  for (auto rows = connection_->prepare("SELECT directory, bytes FROM run"); rows.next();)
    bytes[rows.text(0)] = rows.integer(1);
  return bytes;
}

void HistoryDatabase::take_in(const RunResults& run) {
  Transaction transaction(*connection_);
  connection_->prepare("DELETE FROM run WHERE directory = ?").bind(run.directory).run();
  connection_->prepare("INSERT INTO run (directory, date, bytes) VALUES (?, ?, ?)")
      .bind(run.directory, run.date, run.bytes)
      .run();
  insert_details(*connection_, connection_->last_row(), run);
  transaction.commit();
}

std::vector<RunResults> HistoryDatabase::runs() const {
  std::vector<RunResults> runs;
  auto rows =
      connection_->prepare("SELECT id, directory, date, bytes FROM run ORDER BY date, directory");
  while (rows.next())
    runs.push_back({.directory = rows.text(1),
                    .date = rows.text(2),
                    .bytes = rows.integer(3),
                    .figures = figures_of(*connection_, rows.integer(0)),
                    .verdicts = verdicts_of(*connection_, rows.integer(0))});
  return runs;
}

/// Returns the names of a list as JSON. Throws UsageError.
static std::vector<std::string> names_in(const std::string& list, const std::string& path) {
  try {
    return parsed_json(list).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw UsageError(path + ": expected a history of tutti; a finding has no list of hosts");
  }
}

std::vector<Finding> HistoryDatabase::findings(const std::string& directory) const {
  auto rows = connection_->prepare(
      "SELECT kind, hosts, measure, launch, ratio, ratio_low, ratio_high, error_probability "
      "FROM finding JOIN run ON run.id = finding.run WHERE directory = ? ORDER BY finding.rowid");
  std::vector<Finding> findings;
  for (rows.bind(directory); rows.next();)
    findings.push_back({.kind = rows.text(0),
                        .hosts = names_in(rows.text(1), connection_->path()),
                        .measure = rows.text(2),
                        .launch = rows.count(3),
                        .ratio = rows.number(4),
                        .low = rows.number(5),
                        .high = rows.number(6),
                        .error_probability = rows.number(7)});
  return findings;
}

Facts HistoryDatabase::facts(const std::string& directory) const {
  auto rows = connection_->prepare(
      "SELECT host, fact, value FROM fact JOIN run ON run.id = fact.run WHERE directory = ?");
  Facts facts;
  for (rows.bind(directory); rows.next();) facts[{rows.text(0), rows.text(1)}] = rows.text(2);
  return facts;
}

}  // namespace tutti
