#include "harness/measure/measurement_points.hpp"

#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "contract/error.hpp"
#include "harness/measure/proven_subject.hpp"
#include "harness/platform/json.hpp"
#include "harness/subject/forced_subjects.hpp"
#include "optimized/schedule/schedule_of.hpp"

namespace tutti {
namespace {

class EmptyActivation : public Activation {
 public:
  explicit EmptyActivation(MPI_Comm comm) : comm_(comm) {}
  MPI_Comm comm() const override { return comm_; }
  int run(const Call&) override { return MPI_SUCCESS; }

 private:
  MPI_Comm comm_;
};

class EmptySubject : public Subject {
 public:
  std::string name() const override { return "empty"; }
  bool applicable(const Shape& shape) const override {
    return shape.collective == Collective::barrier;
  }
  std::unique_ptr<Activation> activate(MPI_Comm comm) const override {
    return std::make_unique<EmptyActivation>(comm);
  }
};

/// Returns the values of a library's parameter that are tried.
std::vector<int> sweep(std::string_view parameter, bool few) {
  if (parameter == "segment")
    return few ? std::vector{0, 32768} : std::vector{0, 4096, 32768, 131072};
  if (parameter == "fanout") return few ? std::vector{4} : std::vector{2, 4, 8};
  if (parameter == "radix") return few ? std::vector{4} : std::vector{2, 4, 8};
  return {};  // the library's default
}

std::vector<std::string> forced_variants(const std::string& name, bool few) {
  std::vector<std::string> variants{name};
  for (const auto& parameter : forced_parameters(name)) {
    const auto values = sweep(parameter, few);
    std::vector<std::string> longer;
    for (const auto& variant : variants)
      for (const int value : values)
        longer.push_back(fmt::format("{}:{}={}", variant, parameter, value));
    if (!longer.empty()) variants = std::move(longer);
  }
  return variants;
}

std::vector<std::string> protocol_variants(const std::string& name, bool few) {
  const auto base = parse_protocol(name);
  if (few && base.message != MessageProtocol::automatic) return {};
  const auto& tunables = base.algorithm->algorithm->tunables;
  std::vector<Protocol> variants{base};
  const auto multiply = [&](const std::vector<int>& values, auto set) {
    std::vector<Protocol> more;
    for (const auto& variant : variants)
      for (const int value : values) set(more.emplace_back(variant).parameters, value);
    variants = std::move(more);
  };
  if (tunables.segment)
    multiply(few ? std::vector{65536} : std::vector{65536, 8192, 262144},
             [](Parameters& parameters, int value) { parameters.segment = value; });
  if (tunables.radix)
    multiply(few ? std::vector{4} : std::vector{4, 2, 8},
             [](Parameters& parameters, int value) { parameters.radix = value; });
  if (tunables.window)
    multiply(few ? std::vector{8} : std::vector{8, 2, 32},
             [](Parameters& parameters, int value) { parameters.window = value; });
  if (tunables.between && !few)
    for (const auto& row : algorithms())
      if (row.collective == *tunables.between && is_component(*row.algorithm))
        variants.emplace_back(base).parameters.between = &row;
  std::vector<std::string> names;
  for (const auto& variant : variants) names.push_back(print(variant));
  return names;
}

/// Returns the number that begins there in a key; the largest size, 2^40, if it is larger.
std::int64_t number_in(const std::string& key, std::size_t begin) {
  constexpr auto bytes_max = std::int64_t{1} << 40;
  std::int64_t number = bytes_max;
  std::from_chars(key.data() + begin, key.data() + key.size(), number);
  return std::min(number, bytes_max);
}

/// Adds the thresholds of a selection tree to the sizes, each with the next multiple of 8.
void add_thresholds(const nlohmann::json& tree, int ranks, std::set<std::int64_t>& sizes) {
  for (const auto& [key, child] : tree.items()) {
    const auto number = key.find_first_of("0123456789");
    const bool mean = key.starts_with("avg_msg_size<"), total = key.starts_with("total_msg_size<");
    if ((mean || total) && number != std::string::npos) {
      const auto bytes = number_in(key, number) / (total ? ranks : 1) / 8 * 8;
      sizes.insert({std::max<std::int64_t>(bytes, 8), bytes + 8});
    }
    add_thresholds(child, ranks, sizes);
  }
}

}  // namespace

bool matches(std::string_view name, const std::string& pattern) {
  return fnmatch(pattern.c_str(), std::string(name).c_str(), 0) == 0;
}

/// Throws UsageError for a collective that is not measured. `where` names what asks for it.
static void require_measured(Collective collective, const std::string& where) {
  const auto& about = traits(collective);
  if (about.alone)
    throw UsageError(
        fmt::format("{}: a rank does {} alone, which is verified, but has no algorithms to measure",
                    where, about.name));
}

std::vector<Collective> collectives_named(const std::vector<std::string>& names) {
  std::vector<Collective> collectives;
  for (const auto& text : names) {
    const auto found = collective_named(text);
    if (!found)
      throw UsageError(
          fmt::format("--collective: expected the name of a collective, found '{}'", text));
    require_measured(*found, "--collective");
    collectives.push_back(*found);
  }
  return names.empty() ? collectives_without_topology() : collectives;
}

std::vector<int> default_ranks(int world) {
  std::set<int> ranks{world};
  for (int power = 2; power <= world; power *= 2) {
    ranks.insert(power);
    if (power / 2 * 3 <= world) ranks.insert(power / 2 * 3);
  }
  ranks.erase(1);
  return {ranks.begin(), ranks.end()};
}

void check_ranks(const std::vector<int>& ranks, int world) {
  for (const int count : ranks)
    if (count < 1 || count > world)
      throw UsageError(fmt::format("--ranks: expected 1 to {}, the ranks of the launch, found {}",
                                   world, count));
}

std::vector<std::int64_t> switching_points(const std::string& library_details,
                                           Collective collective, int ranks) {
  std::set<std::int64_t> sizes;
  const auto details = parsed_json(library_details);
  if (!details.contains("trees")) return {};
  for (const auto& [level, text] : details["trees"].items()) {
    const auto tree = parsed_json(text.get<std::string>());
    const auto key = fmt::format("collective={}", name(collective));
    if (tree.contains(key) && tree[key].contains("comm_type=intra"))
      add_thresholds(tree[key]["comm_type=intra"], ranks, sizes);
  }
  return {sizes.begin(), sizes.end()};
}

std::vector<std::int64_t> sizes_for(Collective collective, std::vector<std::int64_t> bytes) {
  if (collective == Collective::barrier) return {0};
  std::sort(bytes.begin(), bytes.end());
  bytes.erase(std::unique(bytes.begin(), bytes.end()), bytes.end());
  return bytes;
}

std::vector<std::string> parameter_variants(const Subject& subject, bool few) {
  const auto name = subject.name();
  if (!collective_of(name)) return {name};
  return names_forced_subject(name) ? forced_variants(name, few) : protocol_variants(name, few);
}

bool same_schedules(const Protocol& one, const Protocol& other, const Point& point) {
  auto differently = one;
  differently.parameters = other.parameters;
  const Shape shape = shape_of(point);
  if (differently != other || !applicable(one, shape)) return false;
  const Algorithm& algorithm = *one.algorithm->algorithm;
  if (algorithm.tunables.between) return false;  // on which nodes they run is not known here
  for (int rank = 0; rank < point.ranks; ++rank)
    if (schedule_of(algorithm, shape, one.parameters, rank) !=
        schedule_of(algorithm, shape, other.parameters, rank))
      return false;
  return true;
}

std::vector<std::pair<Point, std::string>> read_points(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected a file of points");
  std::vector<std::pair<Point, std::string>> points;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    std::string collective, subject, more;
    Point point;
    words >> collective >> point.ranks >> point.bytes >> subject;
    const auto found = collective_named(collective);
    if (!words || words >> more || !found || point.ranks < 1 || point.bytes < 0)
      throw UsageError(fmt::format("{}:{}: expected COLLECTIVE RANKS BYTES SUBJECT, found '{}'",
                                   path, number, line));
    require_measured(*found, fmt::format("{}:{}", path, number));
    point.collective = *found;
    points.emplace_back(point, subject);
  }
  return points;
}

std::string print_points(const std::vector<std::pair<Point, std::string>>& points) {
  std::string lines;
  for (const auto& [point, subject] : points)
    lines +=
        fmt::format("{} {} {} {}\n", name(point.collective), point.ranks, point.bytes, subject);
  return lines;
}

bool may_serve(const Subject& subject, const Point& point) {
  if (subject.name() == "empty") return point.collective == Collective::barrier;
  const auto own = collective_of(subject.name());
  return !own || own == point.collective;
}

std::unique_ptr<Subject> empty_subject() { return std::make_unique<EmptySubject>(); }

}  // namespace tutti
