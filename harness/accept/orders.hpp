#pragma once

#include <functional>
#include <vector>

#include "harness/measure/control_messages.hpp"

namespace tutti {

/// What a rank answers to an order, both as numbers.
using Answer = std::function<std::vector<double>(const std::vector<double>&)>;

/// Gives an order to all ranks, which must not be empty. Returns the answers of all, by rank. At rank
/// 0, while all others are in follow_orders().
std::vector<std::vector<double>> give_order(const Exchange& exchange, std::vector<double> order,
                                            const Answer& answer);

/// Answers the orders of rank 0, until it calls end_orders(). At all ranks but 0.
void follow_orders(const Exchange& exchange, const Answer& answer);
void end_orders(const Exchange& exchange);

}  // namespace tutti
