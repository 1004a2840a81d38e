#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "optimized/active/pending_transfer.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/fabric/registration_cache.hpp"

namespace tutti::active {

class ControlStructure;

/// What the teams of this process share: the port, and what it takes to find the team that a
/// message is for. Belongs to the process: use switchboard().
class TeamDirectory {
 public:
  TeamDirectory();
  TeamDirectory(const TeamDirectory&) = delete;
  TeamDirectory& operator=(const TeamDirectory&) = delete;

  fabric::Port& port() const { return *port_; }
  PendingTransferPool& transfers() { return transfers_; }
  fabric::RegistrationCache& registrations() { return registrations_; }

  /// The number under which messages will find the team. Numbers are never used again.
  std::uint32_t add(ControlStructure& control);
  void remove(ControlStructure& control, std::uint32_t number);

  /// The team has something on its agenda.
  void add_busy(ControlStructure& control);
  bool any_busy() const { return !busy_.empty(); }
  /// Advances all agendas.
  void advance();
  /// Ends what is on them and needs a peer that has gone.
  void check_busy();
  /// Ends all that is on them with an error.
  void fail_busy(const std::string& reason);

  /// The peer's memory that a message speaks of. Opened at its first use.
  std::shared_ptr<const fabric::RemoteKey> key(fabric::Peer& peer, std::uint64_t registration,
                                               fabric::Bytes key);

 private:
  static void arrived(void* self, fabric::Bytes header, fabric::Payload& payload);

  std::shared_ptr<fabric::Port> port_;
  PendingTransferPool transfers_;
  fabric::RegistrationCache registrations_;
  std::vector<ControlStructure*> controls_;  ///< by number; null if the team is gone
  std::vector<ControlStructure*> busy_;
  std::map<std::pair<fabric::Peer*, std::uint64_t>, std::shared_ptr<const fabric::RemoteKey>> keys_;
};

/// Lives until MPI has ended and no team holds it.
std::shared_ptr<TeamDirectory> team_directory();

}  // namespace tutti::active
