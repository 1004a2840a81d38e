#include "optimized/active/switchboard.hpp"

#include <algorithm>

#include "contract/attached.hpp"
#include "optimized/active/control.hpp"

namespace tutti::active {
namespace {

/// Keys of memory that peers have long given up are dropped with all others.
constexpr std::size_t keys_kept = 1024;

struct OwnSwitchboard {
  explicit OwnSwitchboard(MPI_Comm) : switchboard(std::make_shared<Switchboard>()) {}
  std::shared_ptr<Switchboard> switchboard;
};

}  // namespace

Switchboard::Switchboard() : port_(fabric::port()), registrations_(*port_) {
  port_->on_arrival({.arrived = arrived, .context = this, .header_bytes = sizeof(Header)});
}

std::uint32_t Switchboard::add(Control& control) {
  controls_.push_back(&control);
  return static_cast<std::uint32_t>(controls_.size() - 1);
}

void Switchboard::remove(Control& control, std::uint32_t number) {
  controls_[number] = nullptr;
  std::erase(busy_, &control);
}

std::shared_ptr<const fabric::RemoteKey> Switchboard::key(fabric::Peer& peer,
                                                          std::uint64_t registration,
                                                          fabric::Bytes key) {
  const std::pair name{&peer, registration};
  if (const auto found = keys_.find(name); found != keys_.end()) return found->second;
  if (keys_.size() == keys_kept) keys_.clear();
  return keys_.emplace(name, port_->open(peer, key)).first->second;
}

void Switchboard::add_busy(Control& control) {
  if (std::ranges::find(busy_, &control) == busy_.end()) busy_.push_back(&control);
}

void Switchboard::advance() {
  for (auto* const control : busy_) control->agenda().advance();
  std::erase_if(busy_, [](Control* control) { return control->agenda().empty(); });
}

void Switchboard::look_after_busy() {
  for (auto* const control : busy_) try {
      control->look_after_peers([control] {
        control->agenda().advance();
        return control->agenda().empty();
      });
    } catch (const fabric::FabricError& error) {
      control->fail(error.what());
    }
  advance();
}

void Switchboard::fail_busy(const std::string& reason) {
  for (auto* const control : busy_) control->fail(reason);
}

void Switchboard::arrived(void* self, fabric::Bytes header, fabric::Payload& payload) {
  const auto about = read<Header>(header);
  // Of a team that is gone only tokens can still come.
  if (auto* const control = static_cast<Switchboard*>(self)->controls_[about.team])
    control->arrived(about, payload);
}

std::shared_ptr<Switchboard> switchboard() {
  static std::mutex first_use;
  const std::scoped_lock lock(first_use);
  return attached<OwnSwitchboard>(MPI_COMM_SELF).switchboard;
}

}  // namespace tutti::active
