#pragma once

#include <span>

#include "preload/overlap_tests/test_case.hpp"

/// All cases, by the kind of reuse. The header of each file describes its cases.
namespace overlap_tests {

std::span<const TestCase> abrupt_ending_cases();
std::span<const TestCase> access_cases();
std::span<const TestCase> allocation_cases();
std::span<const TestCase> collective_cases();
std::span<const TestCase> ending_cases();
std::span<const TestCase> file_cases();
std::span<const TestCase> handler_cases();
std::span<const TestCase> interruption_cases();
std::span<const TestCase> kernel_cases();
std::span<const TestCase> layout_cases();
std::span<const TestCase> mapping_cases();
std::span<const TestCase> message_cases();
std::span<const TestCase> neighbor_cases();
std::span<const TestCase> peer_cases();
std::span<const TestCase> placement_cases();
std::span<const TestCase> process_cases();
std::span<const TestCase> rooted_cases();
std::span<const TestCase> send_buffer_cases();
std::span<const TestCase> signal_cases();
std::span<const TestCase> soak_cases();
std::span<const TestCase> stack_cases();
std::span<const TestCase> thread_cases();
std::span<const TestCase> topology_cases();
std::span<const TestCase> window_cases();

}  // namespace overlap_tests
