#include "harness/accept/host_watch.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <utility>

#include "contract/blocked_signals.hpp"

namespace tutti {
namespace {

constexpr int forever = -1;
constexpr char farewell = '.';
constexpr int could_not_run = 3;
/// Hosts that vanish together, such as those of a switch, are noticed within so much time.
constexpr std::chrono::milliseconds together{1500};
constexpr int unknown = -1;
constexpr auto silence = "does not answer";

/// The connection with rank 0. It is global, since a signal handler can access nothing else.
std::atomic<int> connection_with_recorder{-1};

void say_farewell_and_end(int signal) {
  [[maybe_unused]] const auto sent = ::send(connection_with_recorder, &farewell, 1, MSG_NOSIGNAL);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_ends(void (*handler)(int)) {
  for (const int signal : {SIGTERM, SIGINT}) std::signal(signal, handler);
}

/// Raises the limit of open files as far as the system allows. Returns it.
rlim_t raised_limit_of_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

/// Lets this thread run as soon as it wakes up, where that is allowed: a launcher ends rank 0 some
/// milliseconds after another rank ended, which is short where ranks share cores.
void be_served_first() {
  const sched_param lowest_of_real_time{.sched_priority = sched_get_priority_min(SCHED_RR)};
  pthread_setschedparam(pthread_self(), SCHED_RR, &lowest_of_real_time);
}

std::string greeting(const std::string& token) { return "tutti " + token + ' '; }

std::string drawn_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

HostWatch::HostWatch(const Exchange& world, Loss on_loss)
    : on_loss_(std::move(on_loss)), stop_(eventfd(0, EFD_CLOEXEC)) {
  if (world.ranks() == 1) return;
  std::string invitation;
  world.run_at_rank_0([&] { invitation = invite(world.ranks()); });
  invitation = world.share_text(invitation);
  if (world.rank() != 0) join(invitation, world.rank());
  const double is_watched = thread_.joinable();
  const auto by_rank = world.collect(std::span(&is_watched, 1));
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank)
    if (by_rank[rank][0] == 0) unwatched_.push_back(static_cast<int>(rank));
  // If an unwatched rank ended, another, which the launcher ends then, would seem to be the first.
  if (world.share_flag(!unwatched_.empty())) end();
}

/// Begins to watch at rank 0. Returns a token, by which connections of this launch are known, and
/// where to connect.
std::string HostWatch::invite(int ranks) {
  constexpr int other_files = 64;
  const auto token = drawn_token();
  if (std::cmp_less(raised_limit_of_files(), ranks + other_files)) return token + ' ';
  greeting_ = greeting(token);
  listener_ = std::make_unique<WatchedListener>();
  thread_ = thread_with_blocked_signals([this] { watch(); });
  return token + ' ' + listener_->place();
}

void HostWatch::join(const std::string& invitation, int rank) {
  const auto space = invitation.find(' ');
  auto connection = connect_to(invitation.substr(space + 1));
  if (!connection) return;
  connection->send(fmt::format("{}{}\n", greeting(invitation.substr(0, space)), rank));
  connection_with_recorder = connection->descriptor();
  handle_ends(say_farewell_and_end);
  peers_.push_back({std::move(*connection), 0});
  thread_ = thread_with_blocked_signals([this] { watch(); });
}

void HostWatch::end() {
  if (!thread_.joinable()) return;
  handle_ends(SIG_DFL);
  connection_with_recorder = -1;
  eventfd_write(stop_, 1);
  thread_.join();
  look_at_all();  // also at connections that nobody has looked at yet
  for (const auto& peer : peers_) peer.connection.send(std::string(1, farewell));
  peers_.clear();
}

HostWatch::~HostWatch() {
  end();
  close(stop_);
}

/// Waits until something has happened. Returns whether it is the end of the watch.
bool HostWatch::wait() {
  std::vector<pollfd> events{{stop_, POLLIN, 0}};
  if (listener_) events.push_back({listener_->descriptor(), POLLIN, 0});
  for (const auto& peer : peers_) events.push_back({peer.connection.descriptor(), POLLIN, 0});
  poll(events.data(), events.size(), forever);
  return (events.front().revents & POLLIN) != 0;
}

void HostWatch::watch() {
  be_served_first();
  while (lost_.empty()) {
    if (wait()) return;
    look_at_all();
  }
  tell_losses();
  std::_Exit(could_not_run);
}

void HostWatch::look_at_all() {
  while (auto connection = listener_ ? listener_->accept() : std::nullopt)
    peers_.push_back({std::move(*connection), unknown});
  for (auto& peer : peers_) look_at(peer);
  std::erase_if(peers_, [](const Peer& peer) { return peer.is_over; });
}

void HostWatch::look_at(Peer& peer) {
  const auto state = peer.connection.receive(peer.received);
  if (peer.rank == unknown) introduce(peer);
  peer.is_over |= state != WatchedConnection::State::open;
  if (peer.rank == unknown || peer.received.find(farewell) != std::string::npos) {
    peer.is_over |= peer.rank != unknown;
    return;
  }
  if (state == WatchedConnection::State::closed) lost_[peer.rank] = "ended";
  if (state == WatchedConnection::State::silent) lost_[peer.rank] = silence;
}

/// Takes the greeting off what a connection has sent. Another program may have found the port: its
/// connection is closed.
void HostWatch::introduce(Peer& peer) const {
  const auto end = peer.received.find('\n');
  if (end == std::string::npos) {
    peer.is_over = peer.received.size() > 2 * greeting_.size();
    return;
  }
  int rank = unknown;
  if (peer.received.starts_with(greeting_))
    std::from_chars(&peer.received[greeting_.size()], &peer.received[end], rank);
  peer.rank = rank;
  peer.is_over = rank == unknown;
  peer.received.erase(0, end + 1);
}

/// Tells which ranks were lost. When one ends, the launcher soon ends the others, which is no loss
/// of theirs; what does not answer, it may not notice.
void HostWatch::tell_losses() {
  const auto first = lost_;
  const bool silent =
      std::ranges::any_of(first, [](const auto& loss) { return loss.second == silence; });
  if (silent && listener_) {
    std::this_thread::sleep_for(together);
    look_at_all();
    std::erase_if(lost_, [&](const auto& loss) {
      return loss.second != silence && !first.contains(loss.first);
    });
  }
  for (const auto& [rank, how] : lost_) on_loss_(rank, how);
}

}  // namespace tutti
