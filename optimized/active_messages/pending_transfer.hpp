#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "optimized/active_messages/message_header.hpp"

namespace tutti::active {

struct PendingTransfer;
class PendingTransferPool;

/// The owner of transfers, which is notified when each of them has ended.
class TransferListener {
 public:
  virtual void completed(const PendingTransfer& transfer) = 0;
  virtual void failed(const std::string& reason) = 0;

 protected:
  ~TransferListener() = default;
};

/// One transfer under way, with the header and the few bytes that must be kept until it has ended.
struct PendingTransfer final : fabric::Completion {
  void complete() override;
  void fail(const std::string& reason) override;

  Header header;
  std::uint32_t step = 0;  ///< of the owner's schedule; or a rank, if the owner counts by rank
  std::vector<std::byte> text;
  std::shared_ptr<const fabric::RemoteKey> key;  ///< to memory of the peer, for puts and gets
  TransferListener* owner = nullptr;             ///< null if nothing waits for it
  PendingTransferPool* pool = nullptr;
};

/// The transfers that have ended, kept for reuse.
class PendingTransferPool {
 public:
  PendingTransfer& take(const Header& header, TransferListener* owner = nullptr,
                        std::uint32_t step = 0);
  void give_back(PendingTransfer& transfer) {
    transfer.key.reset();
    free_.push_back(&transfer);
  }

 private:
  std::vector<std::unique_ptr<PendingTransfer>> all_;
  std::vector<PendingTransfer*> free_;
};

inline void PendingTransfer::complete() {
  if (owner) owner->completed(*this);
  pool->give_back(*this);
}

inline void PendingTransfer::fail(const std::string& reason) {
  if (owner) owner->failed(reason);
  pool->give_back(*this);
}

inline PendingTransfer& PendingTransferPool::take(const Header& header, TransferListener* owner,
                                                  std::uint32_t step) {
  if (free_.empty()) {
    free_.push_back(all_.emplace_back(std::make_unique<PendingTransfer>()).get());
    free_.back()->pool = this;
  }
  PendingTransfer& transfer = *free_.back();
  free_.pop_back();
  transfer.header = header;
  transfer.owner = owner;
  transfer.step = step;
  return transfer;
}

}  // namespace tutti::active
