// Functions of MPI that create communicators, as C programs call them. Communicators are prepared
// here, where all their ranks meet: starting a nonblocking collective must not wait for other
// ranks.
#include <mpi.h>

#include "preload/collective_service.hpp"

using tutti::preload::made;

extern "C" {

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* fresh) { return made(PMPI_Comm_dup(comm, fresh), fresh); }

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* fresh) {
  return made(PMPI_Comm_dup_with_info(comm, info, fresh), fresh);
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* fresh) {
  return made(PMPI_Comm_create(comm, group, fresh), fresh);
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* fresh) {
  return made(PMPI_Comm_create_group(comm, group, tag, fresh), fresh);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* fresh) {
  return made(PMPI_Comm_split(comm, color, key, fresh), fresh);
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* fresh) {
  return made(PMPI_Comm_split_type(comm, type, key, info, fresh), fresh);
}

int MPI_Cart_create(MPI_Comm comm, int dimensions, const int* sizes, const int* periodic,
                    int reorder, MPI_Comm* fresh) {
  return made(PMPI_Cart_create(comm, dimensions, sizes, periodic, reorder, fresh), fresh);
}

int MPI_Cart_sub(MPI_Comm comm, const int* remains, MPI_Comm* fresh) {
  return made(PMPI_Cart_sub(comm, remains, fresh), fresh);
}

int MPI_Graph_create(MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder,
                     MPI_Comm* fresh) {
  return made(PMPI_Graph_create(comm, nodes, index, edges, reorder, fresh), fresh);
}

int MPI_Dist_graph_create(MPI_Comm comm, int nodes, const int* sources, const int* degrees,
                          const int* destinations, const int* weights, MPI_Info info, int reorder,
                          MPI_Comm* fresh) {
  return made(PMPI_Dist_graph_create(comm, nodes, sources, degrees, destinations, weights, info,
                                     reorder, fresh),
              fresh);
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int* sources,
                                   const int* source_weights, int outdegree,
                                   const int* destinations, const int* destination_weights,
                                   MPI_Info info, int reorder, MPI_Comm* fresh) {
  return made(
      PMPI_Dist_graph_create_adjacent(comm, indegree, sources, source_weights, outdegree,
                                      destinations, destination_weights, info, reorder, fresh),
      fresh);
}

int MPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm* fresh) {
  return made(PMPI_Intercomm_merge(comm, high, fresh), fresh);
}

}  // extern "C"
