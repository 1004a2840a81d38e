#include "optimized/active_messages/team_directory.hpp"

#include <algorithm>

#include "contract/comm_attribute.hpp"
#include "optimized/active_messages/control_structure.hpp"

namespace tutti::active {
namespace {

/// Number of keys to keep. When it is reached all are dropped, among them those of memory that
/// peers have released long ago.
constexpr std::size_t keys_kept = 1024;

struct OwnTeamDirectory {
  explicit OwnTeamDirectory(MPI_Comm) : team_directory(std::make_shared<TeamDirectory>()) {}
  std::shared_ptr<TeamDirectory> team_directory;
};

}  // namespace

TeamDirectory::TeamDirectory() : port_(fabric::port()), registrations_(*port_) {
  port_->on_arrival({.arrived = arrived, .context = this, .header_bytes = sizeof(Header)});
}

std::uint32_t TeamDirectory::add(ControlStructure& control) {
  controls_.push_back(&control);
  return static_cast<std::uint32_t>(controls_.size() - 1);
}

void TeamDirectory::remove(ControlStructure& control, std::uint32_t number) {
  controls_[number] = nullptr;
  std::erase(busy_, &control);
}

std::shared_ptr<const fabric::RemoteKey> TeamDirectory::key(fabric::Peer& peer,
                                                            std::uint64_t registration,
                                                            fabric::Bytes key) {
  const std::pair name{&peer, registration};
  if (const auto found = keys_.find(name); found != keys_.end()) return found->second;
  if (keys_.size() == keys_kept) keys_.clear();
  return keys_.emplace(name, port_->open(peer, key)).first->second;
}

void TeamDirectory::add_busy(ControlStructure& control) {
  if (std::ranges::find(busy_, &control) == busy_.end()) busy_.push_back(&control);
}

void TeamDirectory::advance() {
  for (auto* const control : busy_) control->started().advance();
  std::erase_if(busy_, [](ControlStructure* control) { return control->started().empty(); });
}

void TeamDirectory::check_busy() {
  for (auto* const control : busy_) try {
      control->check_peers([control] {
        control->started().advance();
        return control->started().empty();
      });
    } catch (const fabric::FabricError& error) {
      control->fail(error.what());
    }
  advance();
}

void TeamDirectory::fail_busy(const std::string& reason) {
  for (auto* const control : busy_) control->fail(reason);
}

void TeamDirectory::arrived(void* self, fabric::Bytes header, fabric::Payload& payload) {
  const auto about = read<Header>(header);
  // For a team that is gone only tokens can still arrive.
  if (auto* const control = static_cast<TeamDirectory*>(self)->controls_[about.team])
    control->arrived(about, payload);
}

std::shared_ptr<TeamDirectory> team_directory() {
  static std::mutex first_use;
  const std::scoped_lock lock(first_use);
  return comm_attribute<OwnTeamDirectory>(MPI_COMM_SELF).team_directory;
}

}  // namespace tutti::active
