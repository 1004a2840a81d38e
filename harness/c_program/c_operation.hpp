#pragma once

#include <set>
#include <string>

#include "harness/c_program/c_layouts.hpp"
#include "harness/c_program/setting.hpp"
#include "harness/case/buffer_arguments.hpp"

namespace tutti::c_text {

/// How a call is made.
enum class Form {
  blocking,
  started,    ///< non-blocking, and completed elsewhere
  completed,  ///< non-blocking, and completed at once
  prepared,   ///< initialized as a persistent call
};

/// The parts of a program for one operation of a case. In their statements, `@name` is a
/// variable of the call: it is declared by fields().
class OperationText {
 public:
  OperationText(const Setting& setting, std::size_t index);

  /// Returns tables and functions.
  std::string definitions() const;
  /// Returns statements that allocate the buffers and make datatypes, lists and operators.
  std::string preparation() const { return preparation_; }
  /// Returns statements that write the input.
  std::string filling() const { return filling_; }
  /// Returns statements in front of a call, or of the start of one that was initialized.
  std::string arriving() const;
  /// Returns statements that make the call, and free what the case frees as soon as it has started.
  std::string calling(Form form) const;
  /// Returns statements that check the results.
  std::string checking() const { return checking_; }
  /// Returns the declarations of the variables of a call, except the buffers: `int
  /// send_counts[4]` say.
  const std::set<std::string>& fields() const { return fields_; }

  /// Returns the suffix of the names of functions of this operation.
  const std::string& suffix() const { return suffix_; }
  std::string c_element() const { return type_; }
  bool has_buffers() const { return sends_.exists || receives_.exists; }
  /// Returns the bytes in front of or behind the counted extents of a buffer in which
  /// elements may lie.
  std::int64_t bytes_beyond_extents() const;

 private:
  enum class Blocks { one, equal, listed };
  /// The send or the receive buffer.
  struct BufferText {
    std::string name;  ///< of the variable
    bool exists = false;
    std::vector<Side> sides = {};  ///< of each member
    std::vector<bool> has = {};    ///< the members that have the buffer
    std::string where = {};        ///< that is so
    std::string in_place = {};     ///< where MPI_IN_PLACE is passed instead
    Blocks blocks = Blocks::one;
    std::string number = {};  ///< of blocks
    std::string length = {};  ///< of block `b`, in elements
    std::string kind = {};    ///< of the datatype; of block `b`, if each has its own
    bool is_listed() const { return blocks == Blocks::listed; }
  };

  Problem problem(std::size_t member) const;
  /// Returns value(member) of each member.
  template <typename Value>
  std::vector<std::int64_t> of_members(Value value) const {
    std::vector<std::int64_t> values;
    for (std::size_t member = 0; member < setting_.members.size(); ++member)
      values.push_back(value(member));
    return values;
  }
  bool is_bystander(std::size_t member) const;
  bool frees_types() const;
  bool frees_operator() const;
  bool has_type_variable() const;

  // What the buffers are.
  void describe(BufferText& buffer, bool receives);
  void describe_blocks(BufferText& buffer, bool receives);
  void describe_kinds(BufferText& buffer);
  Kind kind_of(const BufferText& buffer, std::size_t member, std::size_t block) const;
  std::int64_t number_of(const Kind& kind) const;
  std::int64_t elements_of(const BufferText& buffer, std::size_t member) const;
  std::string length_between(const std::string& from, const std::string& to);

  // Expressions.
  std::string field(const std::string& type, const std::string& name, const std::string& size = "");
  std::string of_kind(const std::string& function, const std::string& kind,
                      std::int64_t (*of)(const Kind&)) const;
  std::string slot(const std::string& kind, const std::string& i) const;
  std::string place(const BufferText& buffer, const std::string& i = "i");
  std::string address(const BufferText& buffer) {
    return "&" + buffer.name + "[" + place(buffer) + "]";
  }
  std::string bytes_of(const BufferText& buffer);
  std::string peer(const BufferText& buffer) const;
  std::string index_at_sender(bool of_neighbour) const;
  std::string value(const std::string& from, const std::string& block, const std::string& i,
                    const std::string& call = "@number") const;
  std::string own_value(const BufferText& buffer) const;
  std::string expected_value();
  std::string position();
  std::string put(const std::string& variable, const std::string& value) const;
  std::string loop(const BufferText& buffer, const std::string& body) const;
  std::string first_contributor() const;
  std::string end_of_contributors() const;
  std::string type_of_list(bool displacements) const;
  std::string label() const;

  // Functions of the program.
  void write_kinds();
  void write_value();
  void write_operator();
  void write_expected();
  void write_check();
  void write_rounding_check();

  // Statements.
  void prepare(BufferText& buffer);
  std::string lists_of(BufferText& buffer);
  std::string types_of(BufferText& buffer);
  void prepare_reduction();
  void fill();
  void check();
  std::string check_of(BufferText& buffer, const std::string& body);
  std::string check_of_element();
  std::string erasure();
  std::string check_of_result();
  std::string comparison_of_ranks();
  std::string check_of_barrier();

  // The call.
  std::vector<std::string> arguments();
  void add_side(std::vector<std::string>& arguments, BufferText& buffer);
  std::string pointer_of(const BufferText& buffer) const;
  std::string type_of(BufferText& buffer);
  std::string root_argument() const;

  const Setting& setting_;
  const Operation& operation_;
  const CollectiveTraits& about_;
  std::string suffix_, type_, element_;
  Tables tables_;
  std::vector<Kind> kinds_;
  BufferText sends_{.name = "send"}, receives_{.name = "receive"};
  std::vector<std::pair<std::string, std::string>>
      helpers_;  ///< functions that may be of no use, by name
  std::string functions_, preparation_, filling_, freeing_, checking_, delay_;
  std::vector<std::string> arguments_;
  std::set<std::string> fields_;
};

}  // namespace tutti::c_text
