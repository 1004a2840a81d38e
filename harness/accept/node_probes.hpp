#pragma once

#include <optional>
#include <vector>

namespace tutti {

/// How one figure of single nodes is measured.
class NodeProbe {
 public:
  virtual ~NodeProbe() = default;

  /// The number of ranks of a node that take part.
  virtual int ranks() const = 0;
  /// Returns this rank's part of the figure, or nothing if others have it. To be called by the ranks
  /// that take part, of a node at once.
  virtual std::vector<double> measure() = 0;
  /// Returns the cost of a node from the sum of its parts: above 0, a larger one is worse.
  virtual double cost(double sum) const = 0;
  /// Returns the figure that has the cost.
  virtual double figure(double cost) const = 0;
};

/// The rate in GB/s at which all ranks together read and write memory: a = b + c over arrays that no
/// cache holds, three numbers moved for each.
class MemoryBandwidth : public NodeProbe {
 public:
  explicit MemoryBandwidth(int ranks) : ranks_(ranks) {}

  int ranks() const override { return ranks_; }
  std::vector<double> measure() override;
  double cost(double sum) const override { return 1 / sum; }
  double figure(double cost) const override { return 1 / cost; }

 private:
  struct Arrays {
    Arrays();
    std::vector<double> a, b, c;
  };

  int ranks_;
  std::optional<Arrays> arrays_ = {};  ///< only of ranks that take part
};

/// The time that a loop takes over its time undisturbed: it reads the clock, and gaps of more than
/// 20 us count as taken from it. Other processes, interrupts, and hosts of virtual machines take
/// time. A measurement takes 200 ms.
class Slowdown : public NodeProbe {
 public:
  int ranks() const override { return 1; }
  std::vector<double> measure() override;
  double cost(double sum) const override { return 1 + sum; }
  double figure(double cost) const override { return cost; }
};

}  // namespace tutti
