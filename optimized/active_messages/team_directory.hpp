#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "optimized/active_messages/pending_transfer.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/fabric/registration_cache.hpp"

namespace tutti::active {

class ControlStructure;

/// The state that the teams of this process share: the port, and how to find the team that a
/// message is for. Belongs to the process: use team_directory().
class TeamDirectory {
 public:
  TeamDirectory();
  TeamDirectory(const TeamDirectory&) = delete;
  TeamDirectory& operator=(const TeamDirectory&) = delete;

  fabric::Port& port() const { return *port_; }
  PendingTransferPool& transfers() { return transfers_; }
  fabric::RegistrationCache& registrations() { return registrations_; }

  /// Adds a team and returns the number by which messages refer to it. Numbers are never used
  /// again.
  std::uint32_t add(ControlStructure& control);
  void remove(ControlStructure& control, std::uint32_t number);

  /// Notes that the team has started collectives.
  void add_busy(ControlStructure& control);
  bool any_busy() const { return !busy_.empty(); }
  /// Advances the started collectives of all teams.
  void advance();
  /// Ends with an error the started collectives that need a peer that has gone.
  void check_busy();
  /// Ends all started collectives with an error.
  void fail_busy(const std::string& reason);

  /// Returns the key to a registration of the peer. Unpacked at its first use.
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

/// Returns the directory of this process, which lives until MPI is finalized and no team holds it.
std::shared_ptr<TeamDirectory> team_directory();

}  // namespace tutti::active
