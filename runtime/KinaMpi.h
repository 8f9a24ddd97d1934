/*===- KinaMpi.h - Devices that are the ranks of MPI -------------*- C -*-===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Only libKinaMpi.so, of KinaMpi.c, knows MPI. A compiled library does not   *|
|* need it.                                                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef KINA_MPI_H
#define KINA_MPI_H

#include "KinaCommunicator.h"

#ifdef __cplusplus
extern "C" {
#endif

#define KINA_MPI_EXPORT __attribute__((visibility("default")))

/* Makes the communicator of this rank on a grid of `axes` axes of this many
 * devices each, the slowest first. Every rank of MPI_COMM_WORLD calls it; MPI
 * is initialized if it is not yet. `program` is what has to be equal on all
 * ranks, such as the manifest of the library.
 *
 * Returns 0, or 1 on all ranks after rank 0 has written a line to standard
 * error: the number of ranks is not that of the devices, or the programs
 * differ.
 *
 * A collective that fails, or that another rank runs with another size, ends
 * all ranks through MPI_Abort, since the others wait for this one. */
KINA_MPI_EXPORT int32_t kina_mpi_create(int64_t axes, const int64_t *devices,
                                        const char *program,
                                        KinaCommunicator **communicator);

/* The rank in MPI_COMM_WORLD. */
KINA_MPI_EXPORT int64_t kina_mpi_rank(const KinaCommunicator *communicator);

/* The bytes that this rank has handed to collectives. */
KINA_MPI_EXPORT int64_t
kina_mpi_bytes_sent(const KinaCommunicator *communicator);

/* Frees the communicator, and finalizes MPI if `kina_mpi_create` has
 * initialized it. Every rank calls it. */
KINA_MPI_EXPORT void kina_mpi_destroy(KinaCommunicator *communicator);

#ifdef __cplusplus
}
#endif

#endif /* KINA_MPI_H */
