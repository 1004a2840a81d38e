/// Combining neighbour allgatherv: one message per neighbour, also if several edges lead there.
/// One message per pair of neighbours, as many rounds as neighbours of a rank: less to send on grids with
/// dimensions of two ranks, and on graphs with several edges between the same ranks.
/// Source: Träff & Hunold, Cartesian Collective Communication, ICPP 2019 (message combining).
#include "optimized/algorithm/support/neighbours.hpp"
#include "optimized/schedule/algorithm.hpp"

ALGORITHM(neighbor_allgatherv, combining){tutti::on_topology, tutti::exchange_same,
                                          tutti::combined_exchange_cost};
