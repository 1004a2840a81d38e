#include "npb_drivers/is/integer_sort.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "npb_drivers/nas_random.hpp"

namespace npb::is {
namespace {

constexpr int draws_per_key = 4;

std::size_t size(int number) { return static_cast<std::size_t>(number); }

/// Computes where each block begins if the blocks lie one after the other.
void place(const std::vector<int>& counts, std::vector<int>& places) {
  std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
}

}  // namespace

IntegerSort::IntegerSort(const Problem& problem, MPI_Comm comm, Sections& sections)
    : problem_(problem), comm_(comm), sections_(sections) {
  MPI_Comm_size(comm, &ranks_);
  MPI_Comm_rank(comm, &rank_);
  keys_per_rank_ = problem.keys() / ranks_;
  keys_.resize(size(keys_per_rank_));
  work_.resize(size(std::max(keys_per_rank_, problem.values())));
  received_.resize(size(keys_per_rank_ + keys_per_rank_ / 2));
  local_.resize(size(problem.buckets()) + problem.tests.size());
  global_.resize(local_.size());
  for (auto* each : {&send_counts_, &send_places_, &receive_counts_, &receive_places_})
    each->resize(size(ranks_));
  draw_keys();
}

int IntegerSort::iterate(int iteration) {
  alter_keys(iteration);
  count_buckets();
  sort_into_buckets();
  agree_on_division();
  exchange_keys();
  count_values();
  const auto counts = work_.begin();
  std::partial_sum(counts + first_value(), counts + end_value(), counts + first_value());
  return count_right_ranks(iteration);
}

void IntegerSort::draw_keys() {
  const double values_per_draw = 1.0 * problem_.values() / draws_per_key;
  NasRandom random(std::uint64_t{draws_per_key} * size(keys_per_rank_) * size(rank_));
  for (int& key : keys_) {
    double sum = 0;
    for (int draw = 0; draw < draws_per_key; ++draw) sum += random.next();
    key = static_cast<int>(sum * values_per_draw);
  }
}

void IntegerSort::alter_keys(int iteration) {
  if (rank_ != 0) return;
  keys_[size(iteration)] = iteration;
  keys_[size(iteration + iterations)] = problem_.values() - iteration;
}

/// Counts the keys of each bucket. After the buckets follow the test keys, each at the rank that
/// holds it and 0 elsewhere: their sum gives all ranks the keys.
void IntegerSort::count_buckets() {
  std::ranges::fill(local_, 0);
  auto test_key = local_.begin() + problem_.buckets();
  for (const auto& test : problem_.tests) {
    if (test.index / keys_per_rank_ == rank_) *test_key = keys_[size(test.index % keys_per_rank_)];
    ++test_key;
  }
  const int shift = problem_.log2_bucket_values();
  for (const int key : keys_) ++local_[size(key >> shift)];
}

void IntegerSort::sort_into_buckets() {
  std::vector<int> ends(size(problem_.buckets()));
  std::exclusive_scan(local_.begin(), local_.begin() + problem_.buckets(), ends.begin(), 0);
  const int shift = problem_.log2_bucket_values();
  for (const int key : keys_) work_[size(ends[size(key >> shift)]++)] = key;
}

void IntegerSort::agree_on_division() {
  MPI_Allreduce(local_.data(), global_.data(), static_cast<int>(local_.size()), MPI_INT, MPI_SUM,
                comm_);
  const auto buckets = size(problem_.buckets());
  share_ = divide(std::span(local_).first(buckets), std::span(global_).first(buckets),
                  keys_per_rank_, rank_, send_counts_);
}

void IntegerSort::exchange_keys() {
  MPI_Alltoall(send_counts_.data(), 1, MPI_INT, receive_counts_.data(), 1, MPI_INT, comm_);
  place(send_counts_, send_places_);
  place(receive_counts_, receive_places_);
  // With many ranks, the ranks in the middle of the distribution get several times the average.
  if (received_.size() < size(share_.keys)) received_.resize(size(share_.keys));
  const Stopwatch watch(sections_.collective);
  MPI_Alltoallv(work_.data(), send_counts_.data(), send_places_.data(), MPI_INT, received_.data(),
                receive_counts_.data(), receive_places_.data(), MPI_INT, comm_);
}

/// Counts the occurrences of each value. As in NPB, the counts overwrite the keys that were sent: a
/// library that still sends them while this function counts needs a copy. All values have a
/// counter, so that a wrong received key is no wrong address.
void IntegerSort::count_values() {
  const Stopwatch watch(sections_.behind);
  int* const counts = work_.data();
  std::fill(counts + first_value(), counts + end_value(), 0);
  for (const int key : std::span(received_).first(size(share_.keys))) ++counts[key];
}

int IntegerSort::count_right_ranks(int iteration) const {
  int right = 0;
  auto test_key = global_.begin() + problem_.buckets();
  for (const auto& test : problem_.tests) {
    const int key = *test_key++;
    if (key < first_value() || key >= end_value()) continue;
    const int before = key == first_value() ? 0 : work_[size(key - 1)];
    if (share_.lesser_keys + before == test.rank_in(iteration)) ++right;
  }
  return right;
}

/// Returns the keys of this rank, each at the position that its rank gives; empty if a rank gives
/// no valid position.
std::vector<int> IntegerSort::sorted_keys() {
  std::vector<int> sorted(size(share_.keys));
  for (const int key : std::span(received_).first(sorted.size())) {
    if (key < first_value() || key >= end_value()) return {};
    const int place_of_key = --work_[size(key)];
    if (place_of_key < 0 || place_of_key >= share_.keys) return {};
    sorted[size(place_of_key)] = key;
  }
  return sorted;
}

bool IntegerSort::sorts_all_keys() {
  const auto sorted = sorted_keys();
  const int largest = sorted.empty() ? -1 : sorted.back();
  int largest_before = -1;  // remains -1 at rank 0
  MPI_Exscan(&largest, &largest_before, 1, MPI_INT, MPI_MAX, comm_);
  int verdict = sorted.size() == size(share_.keys) && std::ranges::is_sorted(sorted) &&
                (sorted.empty() || sorted.front() >= largest_before);
  MPI_Allreduce(MPI_IN_PLACE, &verdict, 1, MPI_INT, MPI_LAND, comm_);
  return verdict != 0;
}

}  // namespace npb::is
