/*===- KinaMpi.c - Devices that are the ranks of MPI
------------------------===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "KinaMpi.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A collective of more bytes goes in several, since MPI counts in int. */
#define MOST_BYTES (INT64_C(1) << 30)

typedef struct MpiCommunicator {
  KinaCommunicator base;
  struct MpiCommunicator *next;
  int64_t axes;
  int32_t owns_mpi;
  int rank;
  int64_t calls;
  int64_t bytes_sent;
  int64_t *devices;
  int64_t *coordinates;
  MPI_Comm *lines; /* for each axis the devices that differ on it only */
} MpiCommunicator;

/* What `kina_mpi_destroy` has not freed. */
static MpiCommunicator *alive;

/* Ends every rank: the others wait in a collective for this one. */
static void give_up(const MpiCommunicator *self, const char *what) {
  fprintf(stderr, "error: rank %d: %s\n", self->rank, what);
  fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A process that ends in the middle of a program leaves the others waiting. */
static void leave(void) {
  if (alive)
    give_up(alive, "ends while others may wait for it");
}

static void expect(const MpiCommunicator *self, int code) {
  char text[MPI_MAX_ERROR_STRING + 1];
  int length = 0;
  if (code == MPI_SUCCESS)
    return;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
    length = 0;
  text[length] = 0;
  give_up(self, length ? text : "MPI failed");
}

static int32_t check(KinaCommunicator *communicator, int64_t axes,
                     const int64_t *devices) {
  const MpiCommunicator *self = (const MpiCommunicator *)communicator;
  return axes != self->axes ||
         memcmp(devices, self->devices, axes * sizeof *devices) != 0;
}

static int64_t device(KinaCommunicator *communicator, int64_t axis) {
  return ((const MpiCommunicator *)communicator)->coordinates[axis];
}

/* Whether every device of the axis is at the same call with as many bytes. */
static int agree(const MpiCommunicator *self, int64_t axis, int64_t bytes) {
  int64_t mine[4] = {self->calls, bytes, -self->calls, -bytes}, most[4];
  expect(self,
         MPI_Allreduce(mine, most, 4, MPI_INT64_T, MPI_MAX, self->lines[axis]));
  return most[0] == -most[2] && most[1] == -most[3];
}

static void all_gather(KinaCommunicator *communicator, int64_t axis,
                       const void *part, void *all, int64_t bytes) {
  MpiCommunicator *self = (MpiCommunicator *)communicator;
  int64_t done = 0;
  if (self->base.status)
    return;
  self->calls += 1;
  if (!agree(self, axis, bytes)) {
    give_up(self, "the ranks are at different collectives, or send different "
                  "numbers of bytes");
    self->base.status = 1;
    return;
  }
  while (done < bytes) {
    int count = (int)(bytes - done < MOST_BYTES ? bytes - done : MOST_BYTES);
    MPI_Datatype block, place;
    expect(self, MPI_Type_contiguous(count, MPI_BYTE, &block));
    expect(self, MPI_Type_create_resized(block, 0, bytes, &place));
    expect(self, MPI_Type_commit(&place));
    expect(self,
           MPI_Allgather((const char *)part + done, count, MPI_BYTE,
                         (char *)all + done, 1, place, self->lines[axis]));
    MPI_Type_free(&place);
    MPI_Type_free(&block);
    done += count;
  }
  self->bytes_sent += bytes;
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/. */
static uint64_t hash(const char *text) {
  uint64_t value = UINT64_C(14695981039346656037);
  for (; *text; ++text)
    value = (value ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return value;
}

/* 0 if the ranks are as many as the devices and run one program. */
static int32_t check_world(const MpiCommunicator *self, const char *program) {
  int64_t wanted = 1, axis;
  int size;
  uint64_t mine = hash(program), least, most;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  expect(self, MPI_Allreduce(&mine, &least, 1, MPI_UINT64_T, MPI_MIN,
                             MPI_COMM_WORLD));
  expect(self,
         MPI_Allreduce(&mine, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD));
  if (least != most) {
    if (self->rank == 0)
      fprintf(stderr, "error: the ranks run different programs\n");
    return 1;
  }
  for (axis = 0; axis < self->axes; ++axis)
    wanted *= self->devices[axis];
  if (wanted == size)
    return 0;
  if (self->rank == 0) {
    fprintf(stderr,
            "error: expected %lld ranks, one for each device of the grid",
            (long long)wanted);
    for (axis = 0; axis < self->axes; ++axis)
      fprintf(stderr, "%s%lld", axis ? " x " : " ",
              (long long)self->devices[axis]);
    fprintf(stderr, ", but got %d\n", size);
  }
  return 1;
}

static void release(MpiCommunicator *self) {
  int finalize = self->owns_mpi;
  free(self->devices);
  free(self->coordinates);
  free(self->lines);
  free(self);
  if (finalize)
    MPI_Finalize();
}

int32_t kina_mpi_create(int64_t axes, const int64_t *devices,
                        const char *program, KinaCommunicator **communicator) {
  MpiCommunicator *self = calloc(1, sizeof *self);
  int64_t stride = 1, axis;
  int initialized = 0;
  *communicator = NULL;
  if (!self)
    return 1;
  self->base.version = KINA_COMMUNICATOR_VERSION;
  self->base.check = check;
  self->base.device = device;
  self->base.all_gather = all_gather;
  self->axes = axes;
  self->devices = calloc(axes + 1, sizeof *self->devices);
  self->coordinates = calloc(axes + 1, sizeof *self->coordinates);
  self->lines = calloc(axes + 1, sizeof *self->lines);
  MPI_Initialized(&initialized);
  if (!initialized) {
    MPI_Init(NULL, NULL);
    self->owns_mpi = 1;
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &self->rank);
  if (!self->devices || !self->coordinates || !self->lines) {
    give_up(self, "out of memory");
    return 1;
  }
  memcpy(self->devices, devices, axes * sizeof *devices);
  if (check_world(self, program)) {
    release(self);
    return 1;
  }
  for (axis = axes - 1; axis >= 0; --axis) {
    self->coordinates[axis] = self->rank / stride % devices[axis];
    /* The ranks of a line have one number without their place on it. */
    int line = (int)(self->rank - self->coordinates[axis] * stride);
    expect(self,
           MPI_Comm_split(MPI_COMM_WORLD, line, (int)self->coordinates[axis],
                          &self->lines[axis]));
    MPI_Comm_set_errhandler(self->lines[axis], MPI_ERRORS_RETURN);
    stride *= devices[axis];
  }
  static int registered;
  if (!registered)
    registered = atexit(leave) == 0;
  self->next = alive;
  alive = self;
  *communicator = &self->base;
  return 0;
}

int64_t kina_mpi_rank(const KinaCommunicator *communicator) {
  return ((const MpiCommunicator *)communicator)->rank;
}

int64_t kina_mpi_bytes_sent(const KinaCommunicator *communicator) {
  return ((const MpiCommunicator *)communicator)->bytes_sent;
}

void kina_mpi_destroy(KinaCommunicator *communicator) {
  MpiCommunicator *self = (MpiCommunicator *)communicator;
  int64_t axis;
  if (!self)
    return;
  MpiCommunicator **link = &alive;
  while (*link != self)
    link = &(*link)->next;
  *link = self->next;
  for (axis = 0; axis < self->axes; ++axis)
    MPI_Comm_free(&self->lines[axis]);
  release(self);
}
