#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/active/header.hpp"

namespace tutti::active {

struct Flight;
class FlightPool;

/// Told about one transfer that was started for it.
class Owner {
 public:
  virtual void landed(const Flight& flight) = 0;
  virtual void crashed(const std::string& reason) = 0;

 protected:
  ~Owner() = default;
};

/// One transfer under way, with the header and the few bytes that must stay until it is over.
struct Flight final : fabric::Completion {
  void complete() override;
  void fail(const std::string& reason) override;

  Header header;
  std::uint32_t step = 0;  ///< of the owner's
  std::vector<std::byte> text;
  std::shared_ptr<const fabric::RemoteKey> key;  ///< to memory of the peer, where it takes one
  Owner* owner = nullptr;                        ///< null if nobody waits for it
  FlightPool* pool = nullptr;
};

/// Transfers of the past, to be used again.
class FlightPool {
 public:
  Flight& take(const Header& header, Owner* owner = nullptr, std::uint32_t step = 0);
  void give_back(Flight& flight) {
    flight.key.reset();
    free_.push_back(&flight);
  }

 private:
  std::vector<std::unique_ptr<Flight>> all_;
  std::vector<Flight*> free_;
};

inline void Flight::complete() {
  if (owner) owner->landed(*this);
  pool->give_back(*this);
}

inline void Flight::fail(const std::string& reason) {
  if (owner) owner->crashed(reason);
  pool->give_back(*this);
}

inline Flight& FlightPool::take(const Header& header, Owner* owner, std::uint32_t step) {
  if (free_.empty()) {
    free_.push_back(all_.emplace_back(std::make_unique<Flight>()).get());
    free_.back()->pool = this;
  }
  Flight& flight = *free_.back();
  free_.pop_back();
  flight.header = header;
  flight.owner = owner;
  flight.step = step;
  return flight;
}

}  // namespace tutti::active
