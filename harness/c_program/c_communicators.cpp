#include "harness/c_program/c_communicators.hpp"

#include <algorithm>

#include "harness/c_program/source_text.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti::c_text {
namespace {

std::vector<std::int64_t> world_ranks(const Setting& setting) {
  std::vector<std::int64_t> ranks;
  for (const Place& member : setting.members)
    for (int world = 0; world < setting.test.ranks; ++world)
      if (place_of(setting.test, world) == member) ranks.push_back(world);
  return ranks;
}

/// Returns whether the ranks of the communicator are those of MPI_COMM_WORLD.
bool is_in_order(const Setting& setting) {
  return setting.test.group != Group::halves && std::ranges::is_sorted(world_ranks(setting));
}

std::string listed(const std::vector<int>& values) {
  std::vector<std::string> parts;
  for (const int value : values) parts.push_back(std::to_string(value));
  return joined(parts);
}

std::string rows(const std::string& name, const std::vector<std::vector<int>>& rows) {
  std::size_t most = 1;
  std::vector<std::string> lines;
  for (auto row : rows) {
    most = std::max(most, row.size());
    if (row.empty()) row.push_back(0);
    lines.push_back("  {" + listed(row) + "},\n");
  }
  return "static const int " + name + "[][" + std::to_string(most) + "] = {\n" + joined(lines, "") +
         "};\n";
}

/// Returns the tables of the neighbours of each rank that the text mentions; -1 is MPI_PROC_NULL.
std::string neighbours(const Case& test, std::string_view text) {
  std::vector<std::vector<int>> to, from, block;
  for (int rank = 0; rank < test.ranks; ++rank) {
    to.push_back(destinations_of(test.group, test.ranks, rank));
    from.emplace_back();
    block.emplace_back();
    for (const auto& source : sources_of(test.group, test.ranks, rank)) {
      from.back().push_back(source.from);
      block.back().push_back(source.block);
    }
  }
  std::string tables;
  if (mentions(text, "destinations")) tables += rows("destinations", to);
  if (mentions(text, "sources")) tables += rows("sources", from);
  if (mentions(text, "source_blocks"))
    tables += "/* Which block of its source a block is. */\n" + rows("source_blocks", block);
  if (tables.empty()) return "";
  return "/* The neighbours of each rank; -1: there is none. */\n" + tables;
}

std::string degrees(const Case& test) {
  std::vector<std::int64_t> in, out;
  for (int rank = 0; rank < test.ranks; ++rank) {
    in.push_back(std::ssize(sources_of(test.group, test.ranks, rank)));
    out.push_back(std::ssize(destinations_of(test.group, test.ranks, rank)));
  }
  return table("in_degrees", in) + table("out_degrees", out);
}

/// Returns statements that make `comm` on the communicator `all` for a group with a topology.
std::string with_topology(const Case& test, const std::string& all) {
  if (test.group == Group::graph)
    return "MPI_Dist_graph_create_adjacent(" + all +
           ", in_degrees[rank], sources[rank], MPI_UNWEIGHTED,\n                               "
           "out_degrees[rank], "
           "destinations[rank], MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);\n";
  const Grid grid = grid_of(test.group, test.ranks);
  return "const int extents[] = {" + listed(grid.extents) + "}, periods[] = {" +
         listed(grid.periodic) + "};\nMPI_Cart_create(" + all + ", " +
         std::to_string(grid.extents.size()) + ", extents, periods, 0, &comm);\n";
}

/// Returns statements that make the intercommunicator `name` between the first `border` ranks
/// of `all` and the others.
std::string between(const std::string& all, const std::string& border, const std::string& name) {
  return filled(R"(MPI_Comm local, $name;
MPI_Comm_split($all, rank < $border, rank, &local);
MPI_Intercomm_create(local, 0, $all, rank < $border ? $border : 0, 0, &$name);
MPI_Comm_free(&local);
)",
                {{"all", all}, {"border", border}, {"name", name}});
}

constexpr std::string_view group_function =
    R"(/* The processes of these ranks of MPI_COMM_WORLD, in this order. */
static MPI_Group group_of(const int *world_ranks) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, ranks, world_ranks, &group);
  MPI_Group_free(&world);
  return group;
}

)";

constexpr std::string_view communicator_function =
    R"(static MPI_Comm communicator_of(const int *world_ranks) {
  MPI_Comm comm;
  MPI_Group group = group_of(world_ranks);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
  MPI_Group_free(&group);
  return comm;
}

)";

/// Writes the function that makes a communicator.
class Making {
 public:
  explicit Making(const Setting& setting) : setting_(setting), test_(setting.test) {
    offset_ = test_.group == Group::halves ? " + first" : "";
  }

  std::string functions() {
    const std::string body = test_.made_by == MadeBy::usual ? usual() : otherwise();
    std::string text = "static MPI_Comm made(void) {\n" + indented(body) + "  return comm;\n}\n\n";
    std::string tables;
    if (mentions(text, "world_ranks")) tables += table("world_ranks", world_ranks(setting_));
    if (mentions(text, "original_ranks")) tables += table("original_ranks", reversed_ranks());
    if (mentions(text, "communicator_of")) text = std::string(communicator_function) + text;
    if (mentions(text, "group_of")) text = std::string(group_function) + text;
    return tables + (tables.empty() ? "" : "\n") + text;
  }

 private:
  std::vector<std::int64_t> reversed_ranks() const {
    auto ranks = world_ranks(setting_);
    auto begin = ranks.begin();
    for (const int size : communicator_sizes(test_)) {
      std::reverse(begin, begin + size);
      begin += size;
    }
    return ranks;
  }

  /// Returns an expression for a communicator of the ranks in their order.
  std::string plain() const {
    return is_in_order(setting_) ? "MPI_COMM_WORLD" : "communicator_of(world_ranks" + offset_ + ")";
  }

  std::string usual() const {
    if (has_topology(test_.group))
      return "MPI_Comm comm;\n" + with_topology(test_, "MPI_COMM_WORLD");
    if (setting_.between_groups())
      return "MPI_Comm all = " + plain() + ";\n" +
             between("all", std::to_string(setting_.border()), "comm");
    if (is_in_order(setting_)) return "MPI_Comm comm;\nMPI_Comm_dup(MPI_COMM_WORLD, &comm);\n";
    return "MPI_Comm comm = " + plain() + ";\n";
  }

  /// Makes it by another function, of one that is made as usual; this has the ranks in
  /// another order, if the function can change it.
  std::string otherwise() const {
    const bool reorders = test_.made_by == MadeBy::create || test_.made_by == MadeBy::split ||
                          test_.made_by == MadeBy::split_type;
    std::string text = "MPI_Comm comm, original = communicator_of(" +
                       std::string(reorders ? "original_ranks" : "world_ranks") + offset_ + ");\n";
    if (has_topology(test_.group))
      text += "{\n  MPI_Comm plain = original;\n" +
              indented(replaced(with_topology(test_, "plain"), "comm", "original")) + "}\n";
    switch (test_.made_by) {
      case MadeBy::usual:
        break;
      case MadeBy::dup:
        return text + "MPI_Comm_dup(original, &comm);\n";
      case MadeBy::idup:
        return text +
               "MPI_Request request;\nMPI_Comm_idup(original, &comm, &request);\n"
               "MPI_Wait(&request, MPI_STATUS_IGNORE);\n";
      case MadeBy::create:
        return text + "MPI_Group group = group_of(world_ranks" + offset_ +
               ");\nMPI_Comm_create(original, group, &comm);\nMPI_Group_free(&group);\n";
      case MadeBy::split:
        return text + "MPI_Comm_split(original, 0, rank, &comm);\n";
      case MadeBy::split_type:
        return text +
               "MPI_Comm_split_type(original, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);\n";
      case MadeBy::from_group:
        return "MPI_Comm comm;\nMPI_Group group = group_of(world_ranks" + offset_ +
               ");\nMPI_Comm_create_from_group(group, \"case\", MPI_INFO_NULL, "
               "MPI_ERRORS_ARE_FATAL, &comm);\n"
               "MPI_Group_free(&group);\n";
      case MadeBy::merged:
        return text + between("original", "(ranks + 1) / 2", "both") +
               "MPI_Intercomm_merge(both, rank >= (ranks + 1) / 2, "
               "&comm);\nMPI_Comm_free(&both);\n";
    }
    return text;
  }

  const Setting& setting_;
  const Case& test_;
  std::string offset_;
};

std::string placing(const Setting& setting) {
  std::string text = "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n";
  switch (setting.test.group) {
    case Group::reversed:
      text += "rank = ranks - 1 - rank;\n";
      break;
    case Group::interleaved:
    case Group::even_and_odd:
      text += "rank = rank % 2 == 0 ? rank / 2 : (ranks + 1) / 2 + rank / 2;\n";
      break;
    case Group::halves: {
      const auto sizes = communicator_sizes(setting.test);
      text += filled(
          "first = rank < $first ? 0 : $first;\nranks = first == 0 ? $first : $second;\nrank -= "
          "first;\n",
          {{"first", std::to_string(sizes[0])}, {"second", std::to_string(sizes[1])}});
      break;
    }
    default:
      break;
  }
  if (setting.between_groups())
    text += filled(R"(own_first = rank < $border ? 0 : $border;
own_ranks = rank < $border ? $border : ranks - $border;
remote_first = $border - own_first;
remote_ranks = ranks - own_ranks;
)",
                   {{"border", std::to_string(setting.border())}});
  return text;
}

}  // namespace

CommunicatorText communicators_of(const Setting& setting) {
  const Case& test = setting.test;
  CommunicatorText text;
  const bool halves = test.group == Group::halves;
  text.globals =
      halves ? "/* There are two communicators. `first` is the place of this one's rank 0 in "
               "tables for all ranks. */\n"
               "static int rank, ranks, first, faults;\n"
             : "enum { ranks = " + std::to_string(test.ranks) + " };\n\nstatic int rank, faults;\n";
  if (setting.between_groups())
    text.globals +=
        "/* Ranks of both groups are counted, those of the second behind those of the first. */\n"
        "static int own_first, own_ranks, remote_first, remote_ranks;\n";
  if (test.group == Group::graph) text.globals += degrees(test);
  text.placing = placing(setting);
  const bool is_world = test.group == Group::world && test.made_by == MadeBy::usual &&
                        test.own_messages == OwnMessages::none;
  text.first = is_world ? "MPI_COMM_WORLD" : "made()";
  if (!is_world || setting.lanes() > 1) text.functions = Making(setting).functions();
  const bool has_table = text.functions.find("world_ranks[] =") != std::string::npos;
  if (is_in_order(setting))
    text.world_rank = "static int world_rank(int of) { return of; }\n";
  else
    text.world_rank = (has_table ? "" : table("world_ranks", world_ranks(setting))) +
                      "static int world_rank(int of) { return world_ranks[" +
                      std::string(halves ? "first + " : "") + "of]; }\n";
  return text;
}

std::string neighbour_tables(const Setting& setting, std::string_view text) {
  return has_topology(setting.test.group) ? neighbours(setting.test, text) : "";
}

std::string making_beside(const Setting& setting) {
  const Case& test = setting.test;
  std::string making;
  if (test.group == Group::graph)
    making =
        "const int next = (rank + 1) % ranks, degree = 1;\n"
        "MPI_Dist_graph_create(parent, 1, &rank, &degree, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, "
        "&comm);\n";
  else if (has_topology(test.group))
    making = with_topology(test, "parent");
  else
    making = R"(if (number % 3 == 0) {
  MPI_Comm_dup(parent, &comm);
} else if (number % 3 == 1) {
  MPI_Comm_split(parent, 0, rank, &comm);
} else {
  MPI_Request request;
  MPI_Comm_idup(parent, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
)";
  return filled(R"(/* Makes communicators beside the calls, and frees them. */
static void make_beside(MPI_Comm parent) {
  for (int number = 0; number < $number; ++number) {
    MPI_Comm comm;
    int own, size;
$making    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    if ((own != rank || size != ranks) && faults++ < 5)
      printf("rank %d of %d: a new communicator: got rank %d of %d\n", rank, (int)ranks, own, size);
    MPI_Comm_free(&comm);
  }
}

)",
                {{"number", std::to_string(test.made_beside)}, {"making", indented(making, 2)}});
}

std::string own_messages(const Setting& setting) {
  const bool awaited = setting.test.own_messages == OwnMessages::awaited;
  return filled(
      R"(/* Messages of the program's own to the next rank, which are under way during the calls. */
static int sent[2][4], got[2][4];
static MPI_Request own[2];

static void begin_message(int number, MPI_Comm comm) {
  for (int i = 0; i < 4; ++i) sent[number][i] = 100 * rank + 10 * number + i;
  $begin
}

static void end_message(int number, MPI_Comm comm) {
  const int previous = (rank + ranks - 1) % ranks;
  MPI_Status status;
  $end
  for (int i = 0; i < 4; ++i)
    if (got[number][i] != 100 * previous + 10 * number + i && faults++ < 5)
      printf("rank %d: own message, element %d: expected %d, got %d\n", rank, i,
             100 * previous + 10 * number + i, got[number][i]);
  if ((status.MPI_SOURCE != previous || status.MPI_TAG != 3) && faults++ < 5)
    printf("rank %d: own message: expected source %d and tag 3, got %d and %d\n", rank, previous,
           status.MPI_SOURCE, status.MPI_TAG);
}

)",
      {{"begin",
        awaited
            ? "MPI_Irecv(got[number], 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &own[number]);"
            : "MPI_Isend(sent[number], 4, MPI_INT, (rank + 1) % ranks, 3, comm, &own[number]);"},
       {"end", awaited ? "MPI_Send(sent[number], 4, MPI_INT, (rank + 1) % ranks, 3, comm);\n"
                         "  MPI_Wait(&own[number], &status);"
                       : "MPI_Recv(got[number], 4, MPI_INT, previous, 3, comm, &status);\n"
                         "  MPI_Wait(&own[number], MPI_STATUS_IGNORE);"}});
}

}  // namespace tutti::c_text
