#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "optimized/active/flight.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/fabric/registration_cache.hpp"

namespace tutti::active {

class Control;

/// What the teams of this process share: the port, and what it takes to find the team that a
/// message is for. Belongs to the process: use switchboard().
class Switchboard {
 public:
  Switchboard();
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;

  fabric::Port& port() const { return *port_; }
  FlightPool& flights() { return flights_; }
  fabric::RegistrationCache& registrations() { return registrations_; }

  /// The number under which messages will find the team. Numbers are never used again.
  std::uint32_t add(Control& control);
  void remove(Control& control, std::uint32_t number);

  /// The team has something on its agenda.
  void add_busy(Control& control);
  bool any_busy() const { return !busy_.empty(); }
  /// Advances all agendas.
  void advance();
  /// Ends what is on them and needs a peer that has gone.
  void look_after_busy();
  /// Ends all that is on them with an error.
  void fail_busy(const std::string& reason);

  /// The peer's memory that a message speaks of. Opened at its first use.
  std::shared_ptr<const fabric::RemoteKey> key(fabric::Peer& peer, std::uint64_t registration,
                                               fabric::Bytes key);

 private:
  static void arrived(void* self, fabric::Bytes header, fabric::Payload& payload);

  std::shared_ptr<fabric::Port> port_;
  FlightPool flights_;
  fabric::RegistrationCache registrations_;
  std::vector<Control*> controls_;  ///< by number; null if the team is gone
  std::vector<Control*> busy_;
  std::map<std::pair<fabric::Peer*, std::uint64_t>, std::shared_ptr<const fabric::RemoteKey>> keys_;
};

/// Lives until MPI has ended and no team holds it.
std::shared_ptr<Switchboard> switchboard();

}  // namespace tutti::active
