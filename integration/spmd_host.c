/* One rank of a sharded program: `spmd_host LIBRARY PREFIX FUNCTION FOLDER
 * STEPS INPUTS BYTES...` reads FOLDER/in.<rank>.<i>, calls the function STEPS
 * times and writes FOLDER/out.<rank>.<i>, results of so many bytes each.
 * MISCHIEF in the environment makes rank 1 misbehave. */
#include "KinaMpi.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef int32_t Function(void *, void *, void *, void *, void *, void *, void *,
                         void *, void *, void *);

static void die(const char *what) {
  fprintf(stderr, "spmd_host: %s\n", what);
  exit(9);
}

static void *aligned(size_t bytes) {
  void *block = NULL;
  if (posix_memalign(&block, 64, bytes ? bytes : 1))
    die("no memory");
  return block;
}

static void *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file)
    die(name);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  void *block = aligned(size);
  if (fread(block, 1, size, file) != (size_t)size)
    die(name);
  fclose(file);
  return block;
}

int main(int argc, char **argv) {
  if (argc < 7)
    die("usage");
  const char *folder = argv[4];
  int steps = atoi(argv[5]), inputs = atoi(argv[6]), results = argc - 7;
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    die(dlerror());
  char name[512];
  snprintf(name, sizeof name, "%s_manifest", argv[2]);
  const char *manifest = dlsym(library, name);
  snprintf(name, sizeof name, "%s_%s", argv[2], argv[3]);
  Function *function = (Function *)dlsym(library, name);
  strcat(name, "_workspace");
  int64_t (*measure)(void) = (int64_t (*)(void))dlsym(library, name);
  if (!manifest || !function || !measure || inputs + results > 8)
    die("symbols");

  /* GRID is "2x5". */
  int64_t devices[8], axes = 0;
  for (const char *at = getenv("GRID"); at && *at; at += *at == 'x')
    devices[axes++] = strtol(at, (char **)&at, 10);

  const char *mischief = getenv("MISCHIEF");
  const char *rank_text = getenv("PMI_RANK");
  int one = mischief && rank_text && atoi(rank_text) == 1;
  KinaCommunicator *communicator;
  if (kina_mpi_create(axes, devices,
                      one && !strcmp(mischief, "program") ? "" : manifest,
                      &communicator))
    return 1;
  int rank = (int)kina_mpi_rank(communicator);

  void *arguments[10] = {0};
  int count = 0;
  for (int i = 0; i < inputs; ++i) {
    snprintf(name, sizeof name, "%s/in.%d.%d", folder, rank, i);
    arguments[count++] = read_file(name);
  }
  for (int i = 0; i < results; ++i)
    arguments[count++] = aligned(atol(argv[7 + i]));
  arguments[count++] = aligned(measure());
  arguments[count++] = communicator;

  struct rusage before, after;
  int32_t status = 0;
  for (int step = 0; step < steps && status == 0; ++step) {
    if (step == 100)
      getrusage(RUSAGE_SELF, &before);
    if (one && step == 3) {
      if (!strcmp(mischief, "exit"))
        _exit(7);
      if (!strcmp(mischief, "leave"))
        exit(0);
      if (!strcmp(mischief, "short")) {
        char byte = 0, bytes[64];
        communicator->all_gather(communicator, 0, &byte, bytes, 1);
      }
    }
    status = function(arguments[0], arguments[1], arguments[2], arguments[3],
                      arguments[4], arguments[5], arguments[6], arguments[7],
                      arguments[8], arguments[9]);
  }
  getrusage(RUSAGE_SELF, &after);
  for (int i = 0; i < results && status == 0; ++i) {
    snprintf(name, sizeof name, "%s/out.%d.%d", folder, rank, i);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(arguments[inputs + i], 1, atol(argv[7 + i]), file) !=
                     (size_t)atol(argv[7 + i]))
      die(name);
    fclose(file);
  }
  if (steps > 100)
    printf("rank %d grew by %ld KiB\n", rank,
           after.ru_maxrss - before.ru_maxrss);
  kina_mpi_destroy(communicator);
  return status;
}
