#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "contract/error.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

/// A parameter in the name of a protocol.
struct ParameterName {
  std::string_view name;
  std::int64_t most;
  bool (*taken)(const Protocol&);
  std::int64_t (*get)(const Protocol&);
  void (*set)(Protocol&, std::int64_t);
};

/// Returns whether the protocol cuts messages into packets: only the active engine does, and those
/// of a barrier have no data.
bool takes_packets(const Protocol& protocol) {
  return protocol.engine == Engine::active && protocol.algorithm->collective != Collective::barrier;
}

constexpr std::int64_t int_max = std::numeric_limits<int>::max();
constexpr std::int64_t bytes_max = std::int64_t{1} << 40;

const Tunables& tunables_of(const Protocol& protocol) {
  return protocol.algorithm->algorithm->tunables;
}

constexpr std::array<ParameterName, 4> parameter_names{{
    {"segment", bytes_max, [](const Protocol& p) { return tunables_of(p).segment; },
     [](const Protocol& p) { return p.parameters.segment; },
     [](Protocol& p, std::int64_t value) { p.parameters.segment = value; }},
    {"radix", int_max, [](const Protocol& p) { return tunables_of(p).radix; },
     [](const Protocol& p) { return std::int64_t{p.parameters.radix}; },
     [](Protocol& p, std::int64_t value) { p.parameters.radix = static_cast<int>(value); }},
    {"window", int_max, [](const Protocol& p) { return tunables_of(p).window; },
     [](const Protocol& p) { return std::int64_t{p.parameters.window}; },
     [](Protocol& p, std::int64_t value) { p.parameters.window = static_cast<int>(value); }},
    {"packet", bytes_max, takes_packets, [](const Protocol& p) { return p.packet; },
     [](Protocol& p, std::int64_t value) { p.packet = value; }},
}};

/// A component of a composed algorithm in the name of a protocol.
struct ComponentName {
  std::string_view name;
  std::optional<Collective> Tunables::*collective;  ///< nothing if the algorithm takes none
  const RegisteredAlgorithm* Parameters::*component;
};

constexpr std::array<ComponentName, 2> component_names{
    {{"within", &Tunables::within, &Parameters::within},
     {"between", &Tunables::between, &Parameters::between}}};

/// Removes the text before the separator, and the separator, from the text, and returns the former.
std::string_view take_until(std::string_view& text, char separator) {
  const auto end = text.find(separator);
  const auto taken = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return taken;
}

std::string names_of_algorithms(
    Collective collective,
    bool (*wanted)(const Algorithm&) = [](const Algorithm&) { return true; }) {
  std::string names;
  for (const auto& row : algorithms())
    if (row.collective == collective && wanted(*row.algorithm))
      names += fmt::format(" {}", row.name);
  return names.empty() ? " none" : names;
}

std::string names_of_collectives() {
  std::string names;
  for (const auto collective : collectives_with_algorithms())
    names += fmt::format(" {}", name(collective));
  return names;
}

std::string names_of_parameters(const Protocol& protocol) {
  std::string names;
  for (const auto& parameter : parameter_names)
    if (parameter.taken(protocol)) names += fmt::format(" {}=N", parameter.name);
  for (const auto& row : component_names)
    if (tunables_of(protocol).*row.collective) names += fmt::format(" {}=ALGORITHM", row.name);
  return names.empty() ? " none" : names;
}

const RegisteredAlgorithm* parse_algorithm(std::string_view collective_name,
                                           std::string_view algorithm_name,
                                           std::string_view whole) {
  const auto collective = collective_named(collective_name);
  if (!collective)
    throw UsageError(fmt::format("protocol '{}': '{}' is no collective; there are{}", whole,
                                 collective_name, names_of_collectives()));
  const auto* algorithm = find_algorithm(*collective, algorithm_name);
  if (!algorithm)
    throw UsageError(fmt::format("protocol '{}': {} has no algorithm '{}'; it has{}", whole,
                                 collective_name, algorithm_name,
                                 names_of_algorithms(*collective)));
  return algorithm;
}

Engine parse_engine(std::string_view engine, std::string_view whole) {
  for (const auto known : {Engine::layered, Engine::active})
    if (name(known) == engine) return known;
  throw UsageError(
      fmt::format("protocol '{}': no engine '{}'; there are layered active", whole, engine));
}

std::optional<MessageProtocol> message_protocol_named(std::string_view text) {
  for (const auto known : {MessageProtocol::eager, MessageProtocol::rendezvous,
                           MessageProtocol::put, MessageProtocol::get})
    if (name(known) == text) return known;
  return std::nullopt;
}

const RegisteredAlgorithm* parse_component(std::string_view name, std::string_view text,
                                           Collective collective, std::string_view whole) {
  const auto* found = find_algorithm(collective, text);
  if (!found || !is_component(*found->algorithm))
    throw UsageError(fmt::format("protocol '{}': {} is '{}', expected one of{}", whole, name, text,
                                 names_of_algorithms(collective, is_component)));
  return found;
}

void parse_parameter(std::string_view text, Protocol& protocol, std::string_view whole) {
  const auto name = take_until(text, '=');
  for (const auto& row : component_names)
    if (const auto collective = tunables_of(protocol).*row.collective;
        collective && row.name == name) {
      protocol.parameters.*row.component = parse_component(name, text, *collective, whole);
      return;
    }
  for (const auto& parameter : parameter_names) {
    if (parameter.name != name || !parameter.taken(protocol)) continue;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 ||
        value > parameter.most)
      throw UsageError(fmt::format("protocol '{}': {} is '{}', expected a number from 1 to {}",
                                   whole, name, text, parameter.most));
    return parameter.set(protocol, value);
  }
  throw UsageError(fmt::format("protocol '{}': no parameter '{}'; it takes{}", whole, name,
                               names_of_parameters(protocol)));
}

}  // namespace

std::string print(const Protocol& protocol) {
  const auto& row = *protocol.algorithm;
  auto text = fmt::format("{}/{}:{}", name(row.collective), row.name, name(protocol.engine));
  if (protocol.message != MessageProtocol::automatic)
    text += fmt::format(":{}", name(protocol.message));
  for (const auto& parameter : parameter_names)
    if (parameter.taken(protocol) && parameter.get(protocol) != 0)
      text += fmt::format(":{}={}", parameter.name, parameter.get(protocol));
  for (const auto& each : component_names)
    if (const auto* component = protocol.parameters.*each.component)
      text += fmt::format(":{}={}", each.name, component->name);
  return text;
}

Protocol parse_protocol(std::string_view whole) {
  auto text = whole;
  const auto collective = take_until(text, '/');
  const auto algorithm = take_until(text, ':');
  const auto engine = take_until(text, ':');
  Protocol protocol{.algorithm = parse_algorithm(collective, algorithm, whole),
                    .engine = parse_engine(engine, whole)};
  if (const auto message = message_protocol_named(text.substr(0, text.find(':')));
      message && protocol.engine == Engine::active) {
    protocol.message = *message;
    take_until(text, ':');
  }
  while (!text.empty()) parse_parameter(take_until(text, ':'), protocol, whole);
  return protocol;
}

std::vector<Protocol> parse_protocols(std::string_view names) {
  std::vector<Protocol> protocols;
  while (!names.empty()) protocols.push_back(parse_protocol(take_until(names, ',')));
  return protocols;
}

}  // namespace tutti
