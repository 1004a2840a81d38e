#pragma once

#include <mpi.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tutti {

/// Control messages of the measurement: point-to-point through PMPI, in a star around rank 0, so
/// that none of the collectives under test carries them. Waiting ranks sleep between probes, to
/// leave the cores to the ranks that are being timed.
class Exchange {
 public:
  /// Duplicates the communicator. Collective over it.
  explicit Exchange(MPI_Comm comm);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Returns the values of rank 0 at every rank. Collective, like all functions below.
  std::vector<double> share_values(std::vector<double> values) const;
  double share_value(double value) const { return share_values({value})[0]; }
  bool share_flag(bool flag) const { return share_value(flag ? 1 : 0) != 0; }
  std::string share_text(const std::string& text) const;
  /// Returns at rank 0 the values of all ranks, in rank order; elsewhere nothing.
  std::vector<std::vector<double>> collect(std::span<const double> values) const;
  std::vector<std::string> collect(const std::string& text) const;
  /// Returns whether the value is true at every rank.
  bool all(bool value) const;
  /// Runs the action at rank 0. If it throws a UsageError or CannotRun, every rank throws it.
  void run_at_rank_0(const std::function<void()>& action) const;
  /// Waits until all ranks have called this function.
  void meet() const { all(true); }

  // The following functions are not collective.

  /// Lets the other rank's wait_for() return.
  void notify(int rank) const { send(rank, {}); }
  void wait_for(int rank) const {
    wait_for_message(rank);
    receive(rank);
  }
  /// Waits until the next call would not have to wait for the other rank. For long waits: sleeps
  /// longer and longer, since many ranks that look every 50 us take the cores from those that are
  /// timed.
  void wait_for_message(int rank) const;
  bool has_message(int rank) const { return probe(rank, MPI_STATUS_IGNORE); }

 private:
  bool probe(int rank, MPI_Status* status) const;
  std::vector<char> receive(int source) const;
  void send(int target, std::span<const char> bytes) const;
  std::vector<char> share_bytes(std::vector<char> bytes) const;

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
};

}  // namespace tutti
