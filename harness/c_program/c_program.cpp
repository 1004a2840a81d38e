#include "harness/c_program/c_program.hpp"

#include <algorithm>
#include <memory>

#include "harness/c_program/c_communicators.hpp"
#include "harness/c_program/c_data.hpp"
#include "harness/c_program/c_elements.hpp"
#include "harness/c_program/c_main.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti {
namespace {

using namespace c_text;

/// Returns text as lines of at most so many characters, broken at blanks, each behind a margin.
std::string wrapped(std::string_view text, std::string_view margin) {
  constexpr std::size_t longest = 92;
  std::string result;
  while (!text.empty()) {
    auto end = text.size();
    if (end > longest) {
      end = text.rfind(' ', longest);
      if (end == std::string_view::npos) end = text.find(' ');
      if (end == std::string_view::npos) end = text.size();
    }
    result += std::string(margin) + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string names_of_functions(const Case& test) {
  std::vector<std::string> names;
  for (const auto& operation : test.operations) {
    std::string name = "MPI_" + std::string(tutti::name(operation.collective));
    name[4] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[4])));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return joined(names);
}

std::string head(const Case& test, const Origin& origin, const std::string& file) {
  std::string environment;  // on lines of their own: they are long
  for (const auto& [variable, value] : origin.environment)
    environment += " *   " + variable + "=" + value + " \\\n";
  const bool threads = test.mode == Mode::threads;
  return "/* Checks " + names_of_functions(test) + " on " + std::to_string(test.ranks) +
         (test.ranks == 1 ? " rank" : " ranks") +
         ". Each process prints what is wrong, and then ends with status 1.\n *\n" +
         " *   mpicc -std=c99 -Wall " + (threads ? "-pthread " : "") + file + "\n" + environment +
         " *   mpiexec -n " + std::to_string(test.ranks) + " ./a.out\n *\n" +
         (origin.library.empty() ? "" : " * Found with " + origin.library + ", in the case\n") +
         wrapped(print(test), " *   ") + " */\n";
}

/// Returns the includes that the text needs.
std::string includes(const std::string& text) {
  std::string lines;
  if (mentions(text, "clock_gettime") || mentions(text, "nanosleep"))
    lines += "#define _POSIX_C_SOURCE 200112L\n";
  if (mentions(text, "complex")) lines += "#include <complex.h>\n";
  if (text.find("_EPSILON") != std::string::npos) lines += "#include <float.h>\n";
  if (mentions(text, "fabsl")) lines += "#include <math.h>\n";
  lines += "#include <mpi.h>\n";
  if (mentions(text, "pthread_create")) lines += "#include <pthread.h>\n";
  lines += "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n";
  if (mentions(text, "timespec")) lines += "#include <time.h>\n";
  return lines + "\n";
}

constexpr std::string_view buffer_functions =
    R"(/* What memory holds where MPI must not write: bytes that differ from each other. */
static unsigned char mark(const unsigned char *at) { return (uintptr_t)at % 251 + 3; }

static void erase(void *memory, size_t bytes) {
  for (unsigned char *at = memory; bytes > 0; --bytes, ++at) *at = mark(at);
}

/* Memory behind a page boundary, with guards around it. */
static void *buffer(size_t bytes, size_t offset) {
  unsigned char *data = (unsigned char *)malloc(bytes + 2 * guard + 2 * 4096) + guard;
  data += 4096 - (uintptr_t)data % 4096 + offset;
  erase(data - guard, bytes + 2 * guard);
  return data;
}

/* Expects that all elements have been erased. */
static void check_gaps(const char *what, const unsigned char *data, long bytes) {
  for (long i = -guard; i < bytes + guard; ++i)
    if (data[i] != mark(data + i) && faults++ < 5)
      printf("rank %d: %s: byte %ld was written, which holds no element\n", rank, what, i);
}

)";

constexpr std::string_view delay_function = R"(static void delay(long microseconds) {
  const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&time, NULL);
}

)";

constexpr std::string_view now_function = R"(/* Seconds of the clock of this host. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

)";

constexpr std::string_view placed_function =
    R"(/* A datatype for data at an address, seen from MPI_BOTTOM. */
static MPI_Datatype placed(MPI_Datatype type, const void *memory) {
  const int length = 1;
  MPI_Aint address;
  MPI_Datatype at_address;
  MPI_Get_address(memory, &address);
  MPI_Type_create_hindexed(1, &length, &address, type, &at_address);
  MPI_Type_commit(&at_address);
  return at_address;
}

)";

/// Returns definitions of the types that C does not have, and the guards of buffers.
std::string definitions_of_types(const Case& test, const Operations& operations) {
  std::string text;
  std::int64_t guard = 64;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const std::string definition = type_definition(test.operations[i].element);
    if (operations[i]->has_buffers() && text.find(definition) == std::string::npos)
      text += definition;
    guard = std::max(guard, operations[i]->bytes_beyond_extents());
  }
  const std::int64_t rounded = (guard + 63) / 64 * 64;
  return text + "enum { guard = " + std::to_string(rounded) + " };  /* bytes around a buffer */\n";
}

void refuse_what_is_missing(const Case& test) {
  if (test.subject != "mpi" && test.subject != "pmpi" && !names_forced_subject(test.subject))
    throw CannotWrite(
        "--as-c: cannot write a case of " + test.subject +
        ", which is no part of an MPI library; expected mpi, pmpi or an algorithm such as "
        "mpich:bcast/binomial");
  if (test.soak > 0) throw CannotWrite("--as-c: cannot write a soak yet");
  if (!test.law.empty()) throw CannotWrite("--as-c: cannot write a law yet: " + test.law);
}

}  // namespace

std::string c_program(const Case& test, const Origin& origin, const std::string& file) {
  refuse_what_is_missing(test);
  const Setting setting(test);
  Operations operations;
  for (std::size_t i = 0; i < test.operations.size(); ++i)
    operations.push_back(std::make_unique<OperationText>(setting, i));
  const CommunicatorText communicators = communicators_of(setting);
  const Form form = form_of(test);

  std::string body;
  for (const auto& operation : operations) body += operation->definitions();
  body = communicators.functions + body + main_program(setting, operations, communicators, form);

  std::string helpers;
  if (mentions(body, "bits")) helpers += bits_function(test.seed) + "\n";
  if (mentions(body, "buffer")) helpers += buffer_functions;
  if (mentions(body, "delay")) helpers += delay_function;
  if (mentions(body, "now")) helpers += now_function;
  if (mentions(body, "placed")) helpers += placed_function;
  std::string globals = communicators.globals + neighbour_tables(setting, body);
  if (mentions(body, "buffer")) globals = definitions_of_types(test, operations) + globals;
  std::string world_rank;
  if (mentions(body, "world_rank")) world_rank = communicators.world_rank + "\n";
  const auto end = communicators.functions.size();
  const std::string text =
      globals + "\n" + helpers + body.substr(0, end) + world_rank + body.substr(end);
  return head(test, origin, file) + includes(text) + text;
}

}  // namespace tutti
