#include "harness/verify/fault_class.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/generate/switching_sizes.hpp"
#include "harness/verify/known_fault_tables.hpp"
#include "harness/verify/verification_results.hpp"
#include "properties/law.hpp"

namespace tutti {
namespace {

using Features = std::set<std::string>;

template <class Value>
void add_feature(std::string_view name, const Value& value, Features& features) {
  if constexpr (std::is_enum_v<Value>)
    features.insert(fmt::format("{}={}", name, enum_name(value)));
  else if constexpr (std::is_same_v<Value, std::string>)
    features.insert(fmt::format("{}={}", name, value));
  else
    features.insert(std::string(name));
}

/// Adds what fields of the object have that those of a plain one have not. Of numbers only that
/// they differ, since their value says little.
template <class Owner, class Fields>
void add_fields(const Owner& object, const Fields& fields,
                const std::set<std::string_view>& left_out, Features& features) {
  const Owner plain;
  for_each_field(fields, [&](const auto& field) {
    const auto& value = object.*field.member;
    const auto& usual = plain.*field.member;
    if (value == usual || left_out.contains(field.name)) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<Layout>>) {
      for (const Layout layout : value)
        if (layout != Layout::plain) add_feature(field.name, layout, features);
    } else {
      add_feature(field.name, value, features);
    }
  });
}

/// The sum of exact integers is the plainest reduction.
void add_operator(Operator op, Features& features) {
  if (op == Operator::none || op == Operator::sum) return;
  if (!is_commutative(op)) features.insert("not_commutative");
  if (is_builtin(op)) features.insert(fmt::format("op={}", enum_name(op)));
}

void add_counts(const Operation& operation, Features& features) {
  const auto& counts = operation.counts;
  const auto empty = std::ranges::count(counts, 0);
  if (std::ranges::adjacent_find(counts, std::not_equal_to()) != counts.end())
    features.insert("counts=different");
  if (empty > 0 && empty < std::ssize(counts)) features.insert("counts=some_empty");
}

Features features_of(const Case& test, const Operation& operation) {
  Features features;
  add_fields(test, case_fields, {"subject", "ranks", "seed"}, features);
  if (!test.law.empty()) return features;
  add_fields(operation, operation_fields, {"counts", "run_length", "op"}, features);
  add_operator(operation.op, features);
  add_counts(operation, features);
  for (const auto& other : test.operations)
    if (&other != &operation) features.insert(fmt::format("besides={}", name(other.collective)));
  return features;
}

/// Returns the least bytes of blocks that count as long as the operation's largest one.
std::int64_t length_of(const Operation& operation) {
  const auto bytes = largest_block(operation) * bytes_of(operation.element);
  std::int64_t length = 0;
  for (const std::int64_t each : {std::int64_t{1}, medium_bytes, large_bytes, huge_bytes})
    if (bytes >= each) length = each;
  return length;
}

FaultClass class_by(const Case& test, const Operation& operation) {
  return {.subject = test.subject,
          .collective = recorded_as(test, operation),
          .ranks = test.ranks,
          .bytes = length_of(operation),
          .features = features_of(test, operation)};
}

/// Returns plain calls of the collectives that a law is about: what breaks them, breaks the law.
Case calls_of_law(const Case& test) {
  Case calls = test;
  calls.law.clear();
  calls.operations.clear();
  for (const Collective collective : find_law(test.law)->law->collectives) {
    Operation& operation = calls.operations.emplace_back(test.operations.front());
    operation.collective = collective;
    operation.element = Element::uint32;
    operation.op = traits(collective).reducing ? Operator::sum : Operator::none;
  }
  return calls;
}

std::vector<FaultClass> classes_of_operations(const Case& test) {
  std::vector<FaultClass> classes;
  for (const Operation& operation : test.operations) classes.push_back(class_by(test, operation));
  return classes;
}

bool needs_no_more(const FaultClass& fault, const FaultClass& other) {
  return fault.subject == other.subject && fault.collective == other.collective &&
         fault.ranks <= other.ranks && fault.bytes <= other.bytes &&
         std::ranges::includes(other.features, fault.features);
}

}  // namespace

FaultClass class_of(const Case& minimal) { return class_by(minimal, minimal.operations.back()); }

bool meets(const FaultClass& fault, const Case& test) { return meets_any({fault}, test); }

bool meets_any(const std::vector<FaultClass>& faults, const Case& test) {
  if (faults.empty()) return false;
  std::vector<FaultClass> classes = classes_of_operations(test);
  if (!test.law.empty())
    std::ranges::move(classes_of_operations(calls_of_law(test)), std::back_inserter(classes));
  return std::ranges::any_of(faults, [&](const FaultClass& fault) {
    return std::ranges::any_of(classes,
                               [&](const FaultClass& each) { return needs_no_more(fault, each); });
  });
}

std::string to_text(const FaultClass& fault) {
  std::string text = fmt::format("{} {}: {} ranks", fault.subject, fault.collective, fault.ranks);
  if (fault.bytes > 1) text += fmt::format(", blocks of {} KiB", fault.bytes / 1024);
  for (const auto& feature : fault.features) text += ", " + feature;
  return text;
}

}  // namespace tutti
