#pragma once

#include <span>

#include "preload/hostile/way.hpp"

/// All ways, by what is hostile about them. Each file tells its own.
namespace hostile {

std::span<const Way> abrupt_ending_ways();
std::span<const Way> access_ways();
std::span<const Way> allocation_ways();
std::span<const Way> collective_ways();
std::span<const Way> ending_ways();
std::span<const Way> file_ways();
std::span<const Way> handler_ways();
std::span<const Way> interruption_ways();
std::span<const Way> kernel_ways();
std::span<const Way> layout_ways();
std::span<const Way> mapping_ways();
std::span<const Way> message_ways();
std::span<const Way> neighbor_ways();
std::span<const Way> peer_ways();
std::span<const Way> placement_ways();
std::span<const Way> process_ways();
std::span<const Way> rooted_ways();
std::span<const Way> send_buffer_ways();
std::span<const Way> signal_ways();
std::span<const Way> soak_ways();
std::span<const Way> stack_ways();
std::span<const Way> thread_ways();
std::span<const Way> topology_ways();
std::span<const Way> window_ways();

}  // namespace hostile
