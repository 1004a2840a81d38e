#pragma once

#include <span>

#include "preload/buffer_reuse/reuse_case.hpp"

/// All ways, by what is hostile about them. Each file tells its own.
namespace buffer_reuse {

std::span<const ReuseCase> abrupt_ending_ways();
std::span<const ReuseCase> access_ways();
std::span<const ReuseCase> allocation_ways();
std::span<const ReuseCase> collective_ways();
std::span<const ReuseCase> ending_ways();
std::span<const ReuseCase> file_ways();
std::span<const ReuseCase> handler_ways();
std::span<const ReuseCase> interruption_ways();
std::span<const ReuseCase> kernel_ways();
std::span<const ReuseCase> layout_ways();
std::span<const ReuseCase> mapping_ways();
std::span<const ReuseCase> message_ways();
std::span<const ReuseCase> neighbor_ways();
std::span<const ReuseCase> peer_ways();
std::span<const ReuseCase> placement_ways();
std::span<const ReuseCase> process_ways();
std::span<const ReuseCase> rooted_ways();
std::span<const ReuseCase> send_buffer_ways();
std::span<const ReuseCase> signal_ways();
std::span<const ReuseCase> soak_ways();
std::span<const ReuseCase> stack_ways();
std::span<const ReuseCase> thread_ways();
std::span<const ReuseCase> topology_ways();
std::span<const ReuseCase> window_ways();

}  // namespace buffer_reuse
