#pragma once

#include <span>

#include "preload/buffer_reuse/reuse_case.hpp"

/// All cases, by the kind of reuse. The header of each file describes its cases.
namespace buffer_reuse {

std::span<const ReuseCase> abrupt_ending_cases();
std::span<const ReuseCase> access_cases();
std::span<const ReuseCase> allocation_cases();
std::span<const ReuseCase> collective_cases();
std::span<const ReuseCase> ending_cases();
std::span<const ReuseCase> file_cases();
std::span<const ReuseCase> handler_cases();
std::span<const ReuseCase> interruption_cases();
std::span<const ReuseCase> kernel_cases();
std::span<const ReuseCase> layout_cases();
std::span<const ReuseCase> mapping_cases();
std::span<const ReuseCase> message_cases();
std::span<const ReuseCase> neighbor_cases();
std::span<const ReuseCase> peer_cases();
std::span<const ReuseCase> placement_cases();
std::span<const ReuseCase> process_cases();
std::span<const ReuseCase> rooted_cases();
std::span<const ReuseCase> send_buffer_cases();
std::span<const ReuseCase> signal_cases();
std::span<const ReuseCase> soak_cases();
std::span<const ReuseCase> stack_cases();
std::span<const ReuseCase> thread_cases();
std::span<const ReuseCase> topology_cases();
std::span<const ReuseCase> window_cases();

}  // namespace buffer_reuse
