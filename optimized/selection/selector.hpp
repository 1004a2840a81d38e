#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/selection/performance.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// The reason for which a protocol was chosen.
enum class Reason {
  forced,       ///< by name
  rule,         ///< of the map
  fit,          ///< its performance function
  nothing,      ///< neither rule nor fit applies: the library's own collective stays
  unstartable,  ///< the choice cannot start without waiting: the library's own stays
  overlap,      ///< the call may return before its data have arrived
  blocking,     ///< it was to overlap, but the program's memory cannot be protected
  worthless,    ///< it was to overlap, but the program is faster if it does not
  traced,       ///< it was to overlap, but runs to its end, to see how the program uses its data
};

std::string_view name(Reason reason);

/// A choice for calls of one shape. Null `chosen` is the library's own collective.
struct Determination {
  const ProtocolMetadata* chosen = nullptr;
  Reason reason = Reason::nothing;

  const Protocol* protocol() const {
    return chosen && chosen->protocol ? &*chosen->protocol : nullptr;
  }
  friend bool operator==(const Determination&, const Determination&) = default;
};

/// The way in which fit equations choose.
struct Policy {
  /// With a criterion, the first prospective protocol with a good fit is chosen, in the order of
  /// the map. Without, the one is chosen that is expected to take the least time even if its
  /// equation is wrong by its error.
  std::optional<Criterion> criterion = {};
};

/// The selector of protocols: chooses forced ones, else those of rules of the map, else by the fit
/// equations, else none. Reads the shape only, so that all ranks of a call choose the same. Its
/// answers are valid for as long as it lives.
/// Source: selection of collective protocols.
class Selector {
 public:
  /// Throws UsageError if a name in the map is neither that of a protocol nor `mpi`.
  Selector(const SelectionMap& map, const std::vector<Protocol>& forced, const Policy& policy,
           PerformanceFunction performance = measured_performance);
  Selector(const Selector&) = delete;
  Selector& operator=(const Selector&) = delete;

  Determination determine(const Shape& shape) const;

  /// Returns whether a protocol of the engine may be chosen.
  bool may_choose(Engine engine) const;
  /// Returns what the map was measured at, on this number of ranks: the sizes of its rules, and
  /// those where its equations begin and end.
  std::vector<OperationParameters> measured(int ranks) const;
  /// Returns the protocols that may be chosen for a collective by their performance, in the order
  /// of the map.
  const std::vector<ProtocolMetadata>& prospects(Collective collective) const;

 private:
  struct Rule {
    Domain domain;
    const ProtocolMetadata* metadata;
    std::vector<std::int64_t> measured_bytes;
  };
  /// All protocols that may be chosen for one collective.
  struct Choices {
    std::vector<ProtocolMetadata> forced, prospects;
    std::vector<Rule> rules;
  };

  Choices& of(Collective collective) { return choices_[static_cast<std::size_t>(collective)]; }
  const Choices& of(Collective collective) const {
    return choices_[static_cast<std::size_t>(collective)];
  }
  static std::set<std::int64_t> sizes_measured(const Choices& choices, int ranks);
  ProtocolMetadata metadata_of(std::string_view subject, bool commutative_only) const;
  void add(const MapRule& rule);
  void add(const MapFit& fit);
  const ProtocolMetadata* by_performance(const Shape& shape) const;

  Policy policy_;
  PerformanceFunction performance_;
  std::deque<ProtocolMetadata> in_rules_;
  std::array<Choices, collective_table.size()> choices_;
};

/// Returns true if the protocol may serve calls of the shape.
bool serves(const ProtocolMetadata& metadata, const Shape& shape);

}  // namespace tutti
