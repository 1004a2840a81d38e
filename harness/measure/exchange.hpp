#pragma once

#include <mpi.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tutti {

/// The measurement's own control traffic: plain point-to-point through PMPI, star-shaped around
/// rank 0, so that nothing that is under test carries it. Ranks that wait do so politely: they
/// sleep between looks, and leave the cores to those that are being timed.
class Exchange {
 public:
  /// Duplicates the communicator. Collective.
  explicit Exchange(MPI_Comm comm);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Rank 0's values at every rank.
  std::vector<double> share_values(std::vector<double> values) const;
  double share_value(double value) const { return share_values({value})[0]; }
  bool share_flag(bool flag) const { return share_value(flag ? 1 : 0) != 0; }
  std::string share_text(const std::string& text) const;
  /// At rank 0: the values of all ranks, in rank order; elsewhere nothing.
  std::vector<std::vector<double>> collect(std::span<const double> values) const;
  std::vector<std::string> collect(const std::string& text) const;
  /// Whether it holds at every rank.
  bool all(bool value) const;
  /// Runs the action at rank 0. If it throws a UsageError there, every rank throws it.
  void at_root(const std::function<void()>& action) const;
  /// Nobody leaves before everybody came.
  void meet() const { all(true); }

 private:
  std::vector<char> receive(int source) const;
  void send(int target, std::span<const char> bytes) const;
  std::vector<char> share_bytes(std::vector<char> bytes) const;

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
};

}  // namespace tutti
