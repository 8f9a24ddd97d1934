/*===- KinaCommunicator.h - How a device reaches the others ------*- C -*-===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* A sharded program that is compiled for single program, multiple data takes *|
|* a communicator as its last argument. A library neither makes one nor links *|
|* what does: KinaMpi.h makes one out of MPI, and a host may bring its own.   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef KINA_COMMUNICATOR_H
#define KINA_COMMUNICATOR_H

#include <stdint.h>

/* The layout of the struct; a library refuses another one with status 4. */
#define KINA_COMMUNICATOR_VERSION 1

typedef struct KinaCommunicator {
  int32_t version;
  /* 0, or not 0 once anything has failed: then every call to come does
   * nothing, and the function of the library returns status 4. */
  int32_t status;

  /* 0 if the grid has `axes` axes of this many devices each, the slowest first;
   * else not 0. */
  int32_t (*check)(struct KinaCommunicator *communicator, int64_t axes,
                   const int64_t *devices);

  /* Which device of the axis this is, from 0. */
  int64_t (*device)(struct KinaCommunicator *communicator, int64_t axis);

  /* Writes the `bytes` bytes of `part` of each device of the axis to `all`, one
   * behind the other in the order of the devices. Every device of the axis
   * calls it, with the same number of bytes. */
  void (*all_gather)(struct KinaCommunicator *communicator, int64_t axis,
                     const void *part, void *all, int64_t bytes);
} KinaCommunicator;

#endif /* KINA_COMMUNICATOR_H */
